import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useSettings } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { heldWords } from '../messages/index.ts'
import { doneWords, useRunDecision } from './use-decision.ts'

interface DecisionDialogProps {
  record: StoredRecord
  fields: FieldMap
  action: ActionDescriptor
  onClose: () => void
}

/** What each decision does, besides telling the applicant. */
const intros: Record<string, string> = {
  submit: 'O rascunho passa a candidatura, e o prazo para decidir começa a contar.',
  refuse: 'A candidatura pode ser reaberta.',
  withdraw: 'A candidatura fica encerrada, sem decisão. Pode ser reaberta.',
  markDuplicate: 'A candidatura fica encerrada, porque há outra ou porque a pessoa já está registada.',
}

/** What the applicant hears of a decision. */
const told: Record<string, string> = {
  requestInformation: 'A mensagem segue por email para o candidato, que pode responder a ela.',
  refuse: 'O candidato é avisado por email, com o motivo.',
}

/** What follows from a decision: an email only to those who have one, and held while nothing is sent. */
export function decisionIntro(action: string, { email }: { email: unknown }, isPaused: boolean): string {
  const message = told[action]
  const sentences = [
    message !== undefined && (email ? message : 'Sem email, o candidato não é avisado.'),
    message !== undefined && email && isPaused && heldWords,
    intros[action],
  ]
  return sentences.filter(Boolean).join(' ')
}

/** `Recusar Manuel Ângelo`; others speak of the application. */
function decisionTitle({ name, label }: ActionDescriptor, record: StoredRecord): string {
  return `${label}${name === 'refuse' ? '' : ':'} ${String(record.name)}`
}

/** Asks what a decision needs to know: the message, the reason. */
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
        toast(doneWords[action.name] ?? 'Feito.')
        onClose()
      }}
    />
  )
}
