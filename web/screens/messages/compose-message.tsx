import { useMemo, useRef, useState } from 'react'
import { Radio } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useFields, useSettings, useTerminology } from '../../api/queries.ts'
import { useHeldText } from './held-text.ts'
import { FormField } from '../../resource/form/form-sections.tsx'
import { useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import { useLeaveGuard } from '../../resource/form/leave-guard.ts'
import {
  ErrorSummary,
  type FormControls,
  ResumedNote,
  SaveProblem,
  useRecordForm,
} from '../../resource/record-form.tsx'
import { useFirstField } from '../../ui/first-field.ts'
import { Page } from '../../ui/page.tsx'
import pinned from '../../ui/pinned-action.module.css'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { useStatePresets } from '../member-parts/index.ts'
import { AudienceField } from './audience-field.tsx'
import { type Audience, readAudience } from './audience.ts'
import { MessageTextFields } from './message-text-form.tsx'
import { useFillFromNavigation } from './use-fill-from-navigation.ts'
import { variablesFor } from './message-variables.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAddress, useNavigate } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { type BatchPreview, recipientCount, sendConfirmation, sendLabel } from './batch-preview.ts'
import { batchPath } from '../../paths/messages.ts'
import { PreviewSide } from './preview-side.tsx'
import { type Preview, usePreview } from '../../resource/preview/use-preview.ts'
import classes from './message-text.module.css'
import kindClasses from './kind-field.module.css'

/** The page that writes a message to one or more members, with a preview for each recipient. */
export default function ComposeMessage() {
  const fields = useFields('messageBatches')
  const states = useStatePresets()
  if (!fields || !states) return <PageSkeleton />
  const currentMembers = { query: { _currentStateId: [...states.current.values] } }
  return <Composer fields={fields} defaultAudience={currentMembers} />
}

interface ComposerProps {
  fields: FieldMap
  defaultAudience: Audience
}

function Composer({ fields, defaultAudience }: ComposerProps) {
  const terminology = useTerminology()
  const settings = useSettings()
  const variables = useMemo(() => variablesFor(undefined, terminology, settings), [terminology, settings])
  const form = useRecordForm({ resource: 'messageBatches', fields, initial: { audience: defaultAudience } })
  const navigated = readAudience(useAddress().state)
  useFillFromNavigation(form, navigated && { audience: navigated })
  useLeaveGuard(form)
  useFocusOnRefusal(form)
  const formArea = useRef<HTMLDivElement>(null)
  useFirstField(formArea)
  const { channel, oncePer, attachmentId } = form.fields
  return (
    <Page title="Nova mensagem">
      <div className={classes.sheet}>
        <div ref={formArea} className="stack">
          <ResumedNote form={form} />
          <AudienceField form={form} defaultAudience={defaultAudience} />
          <KindField form={form} />
          {channel && <FormField form={form} field={channel} readOnly={false} />}
          {oncePer && <FormField form={form} field={oncePer} readOnly={false} />}
          <MessageTextFields form={form} variables={variables} />
          {attachmentId && <FormField form={form} field={attachmentId} readOnly={false} />}
        </div>
        <ComposerPreview form={form} />
      </div>
    </Page>
  )
}

/** The preview of the message being written, with the send button. */
function ComposerPreview({ form }: { form: FormControls<'messageBatches'> }) {
  const [at, setAt] = useState(0)
  const { audience, kind, channel, oncePer, subject, body, smsText, attachmentId } = form.values
  const preview = usePreview<BatchPreview>('message_batches', {
    audience,
    kind,
    channel,
    oncePer,
    subject: subject ?? '',
    body: body ?? '',
    smsText: smsText ?? null,
    at,
  })
  return (
    <PreviewSide preview={preview} at={at} onGo={setAt} attachmentId={attachmentId} oncePer={oncePer}>
      <SaveProblem form={form} />
      <ErrorSummary form={form} />
      <div className={pinned.beside}>
        <SendButton form={form} preview={preview} />
      </div>
    </PreviewSide>
  )
}

function SendButton({
  form,
  preview,
}: {
  form: FormControls<'messageBatches'>
  preview: Preview<BatchPreview>
}) {
  const navigate = useNavigate()
  const held = useHeldText('many')
  const count = preview.data ? recipientCount(preview.data) : 0

  async function sendAll() {
    if (!preview.data || !(await form.check())) return
    const { title, message } = sendConfirmation(preview.data, held, form.values.oncePer)
    const sure = await confirmDialog({
      title,
      message,
      confirmLabel: sendLabel(count),
      cancelLabel: 'Continuar a escrever',
    })
    const created = sure ? await form.save() : undefined
    if (created) navigate(batchPath(created._id))
  }

  return (
    <CommandButton
      icon={IconSend}
      label={sendLabel(count)}
      variant="filled"
      disabled={count === 0 || preview.isStale}
      loading={form.saving}
      onClick={() => void sendAll()}
    />
  )
}

/** Chooses the kind of message; news require the recipient's consent. */
function KindField({ form }: { form: FormControls<'messageBatches'> }) {
  const field = form.fields.kind
  if (!field) return null
  return (
    <Radio.Group
      label={field.label}
      value={String(form.values.kind ?? '')}
      error={form.errorOf('kind')}
      onChange={(kind) => form.set('kind', kind)}
    >
      <div className={kindClasses.kinds}>
        {field.options?.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} description={descriptions[value]} />
        ))}
      </div>
    </Radio.Group>
  )
}

const descriptions: Record<string, string> = {
  service: 'Faz parte de pertencer: convocatórias, avisos, mudanças. Chega a todos os que têm contacto.',
  news: 'Novidades e convites. Só chega a quem aceitou recebê-los, e leva uma ligação para deixar de os receber.',
}
