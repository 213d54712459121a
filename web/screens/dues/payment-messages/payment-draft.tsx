import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ActionDescriptor, FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { cacheRecord } from '../../../api/queries.ts'
import { ActionDialog } from '../../../resource/actions/action-dialog.tsx'
import { runAction } from '../../../resource/actions/run-action.ts'
import { FormSaving, useRecordForm } from '../../../resource/record-form.tsx'
import { useDeletion } from '../../../resource/deletions.tsx'
import { Effects } from '../../../ui/effects.tsx'
import { Page } from '../../../ui/page.tsx'
import { useNavigate, useSearchParams } from '../../../ui/router.tsx'
import { CommandButton } from '../../../ui/command-button.tsx'
import { SendingHistory, useHeldText, useReadableText } from '../../messages/index.ts'
import { PaymentComposer } from './payment-composer.tsx'
import { scheduleLines } from './schedule-effects.ts'
import { usePaymentPreview } from './payment-audience.ts'
import { PaymentMessageState } from './payment-message-state.tsx'
import { paymentMessagesPath, scheduleParameter } from '../../../paths/messages.ts'

interface PaymentDraftProps {
  record: ResourceRecord<'paymentMessage'>
  fields: FieldMap
  descriptor: ResourceDescriptor
}

/** The page that edits a draft. */
export function PaymentDraft({ record, fields, descriptor }: PaymentDraftProps) {
  const form = useRecordForm({ resource: 'paymentMessage', fields, record })
  const readable = useReadableText()
  return (
    <Page
      title={readable(record.subject)}
      state={<PaymentMessageState record={record} />}
      subtitle={`Mensagem de pagamento, por ${record.createdByName}`}
      action={<DeleteDraft record={record} descriptor={descriptor} />}
    >
      <PaymentComposer form={form} />
      <SendingHistory resource="paymentMessage" id={record._id} />
      <FormSaving form={form} />
      <ScheduleFromAddress record={record} descriptor={descriptor} />
    </Page>
  )
}

function DeleteDraft({ record, descriptor }: Omit<PaymentDraftProps, 'fields'>) {
  const remove = useDeletion(descriptor)
  const navigate = useNavigate()
  if (!descriptor.may.delete) return null
  return (
    <CommandButton
      icon={IconTrash}
      label="Eliminar rascunho"
      onClick={() => void remove(record).then((isGone) => isGone && navigate(paymentMessagesPath))}
    />
  )
}

/** Opens the schedule dialog when the address asks for it, which it does after saving a new draft. */
function ScheduleFromAddress({ record, descriptor }: Omit<PaymentDraftProps, 'fields'>) {
  const [query, setQuery] = useSearchParams()
  const action = descriptor.actions.find(({ name }) => name === 'schedule')
  if (!action || !query.has(scheduleParameter)) return null
  const close = () => setQuery({}, { replace: true })
  return <ScheduleDialog record={record} action={action} onClose={close} />
}

interface ScheduleDialogProps {
  record: ResourceRecord<'paymentMessage'>
  action: ActionDescriptor
  onClose: () => void
}

/** Asks for the time of sending; shows whom the message would reach now and what scheduling does. */
function ScheduleDialog({ record, action, onClose }: ScheduleDialogProps) {
  const client = useQueryClient()
  const { data } = usePaymentPreview(record, 0)
  const held = useHeldText('many')
  return (
    <ActionDialog
      title="Agendar a mensagem"
      action={action}
      tail={({ values }) => (
        <Effects
          title="O que acontece"
          lines={scheduleLines(data, { at: values.scheduledAt, held })}
          isAwaiting={data === undefined}
        />
      )}
      onRun={async (input) => {
        const scheduled = await runAction('paymentMessage', record._id, action.name, input)
        if (scheduled) cacheRecord(client, 'paymentMessage', scheduled)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
