import { useQueryClient } from '@tanstack/react-query'
import type { StoredRecord } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { keys, useResource } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { ChangeEffects } from './change-effects.tsx'

interface ChangeStateDialogProps {
  record: StoredRecord
  onClose: () => void
}

/** Changes the state of one member. */
export function ChangeStateDialog({ record, onClose }: ChangeStateDialogProps) {
  const client = useQueryClient()
  const action = useResource('members')?.actions.find(({ name }) => name === 'changeState')
  if (!action) return null
  return (
    <ActionDialog
      title={`Mudar o estado de ${String(record.name)}`}
      action={action}
      intro={`Agora: ${String(record.currentStateLabel ?? 'sem estado')}.`}
      initial={{ date: organisationToday() }}
      tail={(values) => <ChangeEffects values={values} count={1} ids={async () => [record._id]} />}
      onClose={onClose}
      onRun={async (input) => {
        const changed = await runAction('members', record._id, 'changeState', input)
        if (!changed) return
        keepAnswer(client, 'members', changed)
        void client.invalidateQueries({ queryKey: keys.record('members', record._id) })
        void client.invalidateQueries({ queryKey: keys.lists('memberStates') })
        toast('Estado mudado.')
        onClose()
      }}
    />
  )
}
