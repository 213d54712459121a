import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useSettings } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { heldWords } from '../messages/index.ts'
import { doneMessages, useRunDecision } from './use-decision.ts'

interface DecisionDialogProps {
  record: StoredRecord
  fields: FieldMap
  action: ActionDescriptor
  onClose: () => void
}

const intros: Record<string, string> = {
  submit: 'O rascunho passa a candidatura, e o prazo para decidir começa a contar.',
  refuse: 'A candidatura pode ser reaberta.',
  withdraw: 'A candidatura fica encerrada, sem decisão. Pode ser reaberta.',
  markDuplicate: 'A candidatura fica encerrada, porque há outra ou porque a pessoa já está registada.',
}

/** Decisions that send the applicant an email. */
const applicantMessages: Record<string, string> = {
  requestInformation: 'A mensagem segue por email para o candidato, que pode responder a ela.',
  refuse: 'O candidato é avisado por email, com o motivo.',
}

/** Explains a decision: whether an email is sent, whether it is held because sending is paused, and the change of state. */
export function decisionIntro(action: string, { email }: { email: unknown }, isPaused: boolean): string {
  const message = applicantMessages[action]
  const sentences = [
    message !== undefined && (email ? message : 'Sem email, o candidato não é avisado.'),
    message !== undefined && email && isPaused && heldWords,
    intros[action],
  ]
  return sentences.filter(Boolean).join(' ')
}

/** `Recusar Manuel Ângelo`; with a colon for the other actions. */
function decisionTitle({ name, label }: ActionDescriptor, record: StoredRecord): string {
  return `${label}${name === 'refuse' ? '' : ':'} ${String(record.name)}`
}

/** Asks for the fields of a decision, such as the message or the reason, and runs it. */
export function DecisionDialog({ record, fields, action, onClose }: DecisionDialogProps) {
  const run = useRunDecision(record)
  const isPaused = useSettings().SendMessages === 'false'
  return (
    <ActionDialog
      title={decisionTitle(action, record)}
      action={action}
      intro={decisionIntro(action.name, { email: record.email }, isPaused)}
      initial={action.fields?.decisionDate ? { decisionDate: organisationToday() } : {}}
      recordFields={fields}
      onClose={onClose}
      onRun={async (input) => {
        if (!(await run(action.name, input))) return
        toast(doneMessages[action.name] ?? 'Feito.')
        onClose()
      }}
    />
  )
}
