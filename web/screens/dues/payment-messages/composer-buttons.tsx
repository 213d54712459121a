import { Button, Group, Stack } from '@mantine/core'
import { IconClock, IconDeviceFloppy, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { isApiError } from '../../../api/client.ts'
import { keepAnswer } from '../../../api/keep-answer.ts'
import { useSettings } from '../../../api/queries.ts'
import { runAction } from '../../../resource/action-dialog.tsx'
import type { FormControls } from '../../../resource/record-form.tsx'
import { confirmDialog } from '../../../ui/confirm-dialog.ts'
import { toast } from '../../../ui/toast.ts'
import { receivers, sendingWords, sendLabel, type BatchPreview } from '../../messages/index.ts'
import type { Preview } from '../../../resource/preview/use-preview.ts'
import { paymentMessagePath, scheduleQuestion } from '../../../paths/messages.ts'

interface ComposerButtonsProps {
  form: FormControls
  preview: Preview<BatchPreview>
}

/** Sends what is written, plans it or keeps it as a draft. What was not saved is saved first. */
export function ComposerButtons({ form, preview }: ComposerButtonsProps) {
  const navigate = useNavigate()
  const saved = useSaved(form)
  const send = useSend({ form, preview }, saved)
  const count = preview.data ? receivers(preview.data) : 0
  const isReady = count > 0 && !preview.isStale

  async function keep(question = '') {
    const id = await saved()
    if (id === undefined) return
    if (question === '') toast('Rascunho guardado.')
    void navigate(`${paymentMessagePath(id)}${question}`, { replace: true })
  }

  return (
    <Stack gap="0.625rem">
      <Button
        leftSection={<IconSend {...icon} />}
        disabled={!isReady}
        loading={form.saving}
        onClick={() => void send()}
      >
        {sendLabel(count)}
      </Button>
      <Group gap="0.625rem" grow preventGrowOverflow={false}>
        <Button
          variant="default"
          leftSection={<IconClock {...icon} />}
          disabled={!isReady || form.saving}
          onClick={() => void keep(`?${scheduleQuestion}`)}
        >
          Agendar…
        </Button>
        {form.isNew && (
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy {...icon} />}
            disabled={form.saving}
            onClick={() => void keep()}
          >
            Guardar rascunho
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

/** The id of the draft, with what is written saved; undefined when it could not be, and the form says why. */
function useSaved(form: FormControls): () => Promise<string | undefined> {
  return async () => {
    if (!form.isNew && form.changes.length === 0) return String(form.base._id)
    return (await form.save())?._id
  }
}

function useSend(
  { form, preview }: ComposerButtonsProps,
  saved: () => Promise<string | undefined>,
): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isPaused = useSettings().SendMessages === 'false'
  return async () => {
    if (!preview.data || !(await form.check())) return
    const { title, message } = sendingWords(preview.data, isPaused)
    const sure = await confirmDialog({
      title,
      message,
      confirmLabel: sendLabel(receivers(preview.data)),
      cancelLabel: 'Continuar a escrever',
    })
    const id = sure ? await saved() : undefined
    if (id === undefined) return
    try {
      const sent = await runAction('paymentMessage', id, 'send', {})
      if (sent) keepAnswer(client, 'paymentMessage', sent)
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível enviar: ficou em rascunho.', {
        tone: 'error',
      })
    }
    void navigate(paymentMessagePath(id), { replace: true })
  }
}
