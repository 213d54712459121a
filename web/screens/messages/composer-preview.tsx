import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useSettings } from '../../api/queries.ts'
import { ErrorSummary, SaveProblem, type FormControls } from '../../resource/record-form.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { receivers, sendingWords, sendLabel, type BatchPreview } from './batch-preview.ts'
import { batchPath } from '../../paths/messages.ts'
import { PreviewSide } from './preview-side.tsx'
import { usePreview, type Preview } from '../../resource/preview/use-preview.ts'

/** Who will get the message, what it costs, and how each of them will read it; then the way to send it. */
export function ComposerPreview({ form }: { form: FormControls }) {
  const [at, setAt] = useState(0)
  const { audience, kind, channel, subject, body, smsText } = form.values
  const preview = usePreview<BatchPreview>('message_batches/preview', {
    audience,
    kind,
    channel,
    subject: subject ?? '',
    body: body ?? '',
    smsText: smsText ?? null,
    at,
  })
  return (
    <PreviewSide preview={preview} at={at} onGo={setAt}>
      <SaveProblem form={form} />
      <ErrorSummary form={form} />
      <SendButton form={form} preview={preview} />
    </PreviewSide>
  )
}

function SendButton({ form, preview }: { form: FormControls; preview: Preview<BatchPreview> }) {
  const navigate = useNavigate()
  const isPaused = useSettings().SendMessages === 'false'
  const count = preview.data ? receivers(preview.data) : 0

  async function sendAll() {
    if (!preview.data || !(await form.check())) return
    const { title, message } = sendingWords(preview.data, isPaused)
    const sure = await confirmDialog({
      title,
      message,
      confirmLabel: sendLabel(count),
      cancelLabel: 'Continuar a escrever',
    })
    const created = sure ? await form.save() : undefined
    if (created) void navigate(batchPath(created._id))
  }

  return (
    <Button
      leftSection={<IconSend size="1.125rem" stroke={1.5} />}
      disabled={count === 0 || preview.isStale}
      loading={form.saving}
      onClick={() => void sendAll()}
    >
      {sendLabel(count)}
    </Button>
  )
}
