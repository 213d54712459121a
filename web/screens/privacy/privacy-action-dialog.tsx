import { useQueryClient } from '@tanstack/react-query'
import type { StoredRecord } from '../../api/client.ts'
import { cacheRecord, keys, useResource } from '../../api/queries.ts'
import { ActionDialog } from '../../resource/actions/action-dialog.tsx'
import { runAction } from '../../resource/actions/run-action.ts'
import { toast } from '../../ui/toasts.tsx'

/** What the actions do. */
const intros = {
  restrict: 'A ficha sai das listas, não se altera e não recebe mensagens, até se levantar a limitação.',
  unrestrict: 'A ficha volta às listas, altera-se e recebe mensagens.',
  protect:
    'Só os administradores veem os dados, ao abrir a ficha, e cada leitura fica no histórico. Listas, exportações e impressões ficam sem eles; os pagamentos e as mensagens continuam.',
  unprotect: 'Os dados voltam a ver-se como os de toda a gente.',
} as const
export type PrivacyAction = keyof typeof intros

interface PrivacyActionDialogProps {
  record: StoredRecord
  name: PrivacyAction
  onClose: () => void
}

/** Limits the use of a member's data, or protects them, or ends either. */
export default function PrivacyActionDialog({ record, name, onClose }: PrivacyActionDialogProps) {
  const client = useQueryClient()
  const action = useResource('members')?.actions.find((each) => each.name === name)
  if (!action) return null
  return (
    <ActionDialog
      title={`${action.label}: ${String(record.name)}`}
      action={action}
      intro={intros[name]}
      onClose={onClose}
      onRun={async (input) => {
        const changed = await runAction('members', record._id, name, input)
        if (!changed) return
        cacheRecord(client, 'members', changed)
        void client.invalidateQueries({ queryKey: keys.lists('members') })
        if (action.done !== undefined) toast(action.done)
        onClose()
      }}
    />
  )
}
