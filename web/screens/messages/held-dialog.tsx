import { useState } from 'react'
import { Button } from '@mantine/core'
import { formatDateTimeLong } from '@agremia/resources/rules/dates.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { useSettings } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { decideHeld, messageCountText, type MessageSelection } from './held-messages.ts'
import type { Held } from './held-query.ts'
import { batchPath, messagesPath } from '../../paths/messages.ts'
import classes from './held-dialog.module.css'
import { toastError } from '../../resource/toast-error.ts'

interface HeldDialogProps {
  held: Held
  /** Only the messages of this batch; all held messages when absent. */
  batchId?: string
  onClose: () => void
}

/** Releases or discards held messages. */
export default function HeldDialog({ held: { count, oldest }, batchId, onClose }: HeldDialogProps) {
  const isPaused = useSettings().SendMessages === 'false'
  const { busy, decide } = useDecision(batchId === undefined ? { all: true } : { batchId }, isPaused, onClose)
  const many = messageCountText(count)
  return (
    <Dialog
      title={`Enviar ${many} agora?`}
      width="34rem"
      onClose={onClose}
      footer={
        <>
          <Button
            variant="subtle"
            color="gray"
            mr="auto"
            disabled={busy !== undefined}
            loading={busy === 'discard'}
            onClick={() => void decide('discard')}
          >
            Descartar
          </Button>
          <Button variant="default" onClick={onClose}>
            Manter
          </Button>
          <Button
            disabled={busy !== undefined}
            loading={busy === 'release'}
            onClick={() => void decide('release')}
          >
            {isPaused ? 'Ligar o envio e enviar' : 'Enviar agora'}
          </Button>
        </>
      }
    >
      <div className={classes.text}>
        {oldest !== null && (
          <p>
            {count === 1 ? 'Foi escrita' : 'A mais antiga foi escrita'} em{' '}
            {formatDateTimeLong(oldest, organisationTimeZone())}.
          </p>
        )}
        <p>
          Veja primeiro se ainda fazem sentido:{' '}
          <AppLink
            to={`${batchId === undefined ? messagesPath : batchPath(batchId)}?state=held`}
            onClick={onClose}
          >
            ver as mensagens retidas
          </AppLink>
          . As que descartar não saem; as que mantiver esperam por outra decisão.
        </p>
        {isPaused && (
          <p>O envio automático está desligado. Ao enviar estas, fica ligado também para as próximas.</p>
        )}
      </div>
    </Dialog>
  )
}

type Decision = 'release' | 'discard'

function useDecision(selection: MessageSelection, isPaused: boolean, onDone: () => void) {
  const [busy, setBusy] = useState<Decision>()

  async function decide(decision: Decision) {
    setBusy(decision)
    const isReady = decision === 'discard' || !isPaused || (await turnOn())
    if (isReady && (await decideHeld(decision, selection))) onDone()
    setBusy(undefined)
  }

  async function turnOn(): Promise<boolean> {
    try {
      if (isTimedOut(await api.modify('settings', 'SendMessages', { value: 'true' }))) return false
      return true
    } catch (error) {
      toastError(error, 'Não foi possível ligar o envio.')
      return false
    }
  }

  return { busy, decide }
}
