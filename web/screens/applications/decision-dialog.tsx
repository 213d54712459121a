import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { cacheRecord, useFields } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog } from '../../resource/actions/action-dialog.tsx'
import { runAction } from '../../resource/actions/run-action.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { doneOf } from '../../resource/actions/action-words.ts'
import { toastDone } from '../../resource/toast-done.ts'
import { useHeldText } from '../messages/index.ts'
import { attempt } from '../../resource/attempt.ts'

type ApplicationRecord = ResourceRecord<'memberApplications'>

interface DecisionDialogProps {
  record: ApplicationRecord
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

/** Explains a decision: whether an email is sent, why it is held (`held`), and the change of state. */
export function decisionIntro(
  action: string,
  { email }: { email: unknown },
  held: string | undefined,
): string {
  const message = applicantMessages[action]
  const sentences = [
    message !== undefined && (email ? message : 'Sem email, o candidato não é avisado.'),
    message !== undefined && email && held,
    intros[action],
  ]
  return sentences.filter(Boolean).join(' ')
}

/** `Recusar Manuel Ângelo`; with a colon for the other actions. */
function decisionTitle({ name, label }: ActionDescriptor, record: ApplicationRecord): string {
  return `${label}${name === 'refuse' ? '' : ':'} ${record.name}`
}

/** Asks for the fields of a decision, such as the message or the reason, and runs it. */
export function DecisionDialog({ record, fields, action, onClose }: DecisionDialogProps) {
  const run = useRunAndSay(record)
  const held = useHeldText('one')
  return (
    <ActionDialog
      title={decisionTitle(action, record)}
      action={action}
      intro={decisionIntro(action.name, { email: record.email }, held)}
      initial={action.fields?.decisionDate ? { decisionDate: organisationToday() } : {}}
      recordFields={fields}
      onClose={onClose}
      onRun={async (input) => {
        if (await run(action, input)) onClose()
      }}
    />
  )
}

/** Runs an action and updates the cache. Returns undefined on a timeout; throws the server's `ApiError`. */
export function useRunDecision(record: ApplicationRecord) {
  const client = useQueryClient()
  return async (action: string, input: Values): Promise<ApplicationRecord | undefined> => {
    const changed = await runAction('memberApplications', record._id, action, input)
    if (!changed) return undefined
    cacheRecord(client, 'memberApplications', changed)
    return changed
  }
}

/** Runs an action and says that it is done. Returns whether it is. */
function useRunAndSay(record: ApplicationRecord) {
  const run = useRunDecision(record)
  const fields = useFields('memberApplications') ?? {}
  return async (action: ActionDescriptor, input: Values): Promise<boolean> => {
    const changed = await run(action.name, input)
    if (changed) toastDone(changed, doneOf(action, fields, changed), { sends: action.sends })
    return changed !== undefined
  }
}

/** Runs an action without fields at once, and shows the result as a toast. Reopening asks for confirmation. */
export function useDecision(record: ApplicationRecord) {
  const run = useRunAndSay(record)
  return async (action: ActionDescriptor): Promise<void> => {
    if (action.name === 'reopen' && !(await confirmReopening(record, action.label))) return
    await attempt(async () => {
      await run(action, {})
    })
  }
}

function confirmReopening(record: ApplicationRecord, label: string): Promise<boolean> {
  return confirmDialog({
    title: `Reabrir a candidatura de ${record.name}?`,
    message: 'Volta a «Em análise». O que foi decidido fica só no histórico.',
    confirmLabel: label,
  })
}
