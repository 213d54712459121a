import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { doneWords, useRunDecision } from './use-decision.ts'

interface DecisionDialogProps {
  record: StoredRecord
  fields: FieldMap
  action: ActionDescriptor
  onClose: () => void
}

const intros: Record<string, string> = {
  submit: 'O rascunho passa a candidatura, e o prazo para decidir começa a contar.',
  requestInformation: 'A mensagem segue por email para o candidato, que pode responder a ela.',
  refuse: 'O candidato é avisado por email, com o motivo. A candidatura pode ser reaberta.',
  withdraw: 'A candidatura fica encerrada, sem decisão. Pode ser reaberta.',
  markDuplicate: 'A candidatura fica encerrada, porque há outra ou porque a pessoa já está registada.',
}

/** Asks what a decision needs to know: the message, the reason. */
export function DecisionDialog({ record, fields, action, onClose }: DecisionDialogProps) {
  const run = useRunDecision(record)
  return (
    <ActionDialog
      title={`${action.label}: ${String(record.name)}`}
      action={action}
      intro={intros[action.name] ?? ''}
      initial={action.fields?.decisionDate ? { decisionDate: organisationToday() } : {}}
      recordFields={fields}
      onClose={onClose}
      onRun={async (input) => {
        if (!(await run(action.name, input))) return
        toast(doneWords[action.name] ?? 'Feito.')
        onClose()
      }}
    />
  )
}
