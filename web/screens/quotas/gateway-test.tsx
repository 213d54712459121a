import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { toastError } from '../../resource/toast-error.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './dues-settings.module.css'

/** The answer of `POST /gateways/test`. */
interface GatewayCheck {
  name: string
  problems: string[]
  callbackUrl: string
  /** Whether the program can register the address by itself. */
  registersCallbacks: boolean
}

/** Asks the gateway whether the keys are right, and tells where it has to send its notices. */
export function GatewayTest({ isUnsaved }: { isUnsaved: boolean }) {
  const [check, setCheck] = useState<GatewayCheck>()
  const [busy, setBusy] = useState<'test' | 'register'>()

  async function ask(what: 'test' | 'register'): Promise<void> {
    setBusy(what)
    try {
      if (what === 'test') {
        setCheck(undefined)
        const answer = await api.post<{ data: GatewayCheck }>('gateways/test')
        if (!isTimedOut(answer)) setCheck(answer.data)
      } else {
        await api.post('gateways/register_callback')
        toast('Avisos ativados.')
      }
    } catch (error) {
      toastError(error, 'Não foi possível falar com o serviço de pagamentos.')
    } finally {
      setBusy(undefined)
    }
  }

  const isRight = check?.problems.length === 0
  const Icon = isRight ? IconCircleCheck : IconAlertCircle
  return (
    <div className={classes.test}>
      <CommandButton
        icon={IconPlugConnected}
        label="Experimentar"
        loading={busy === 'test'}
        onClick={() => void ask('test')}
      />
      {isUnsaved && <p className={classes.note}>Experimenta-se o que está guardado.</p>}
      <output>
        {check && (
          <div className={classes.outcome} data-tone={isRight ? 'green' : 'red'}>
            <Icon size="1.25rem" stroke={1.5} aria-hidden />
            <div>
              <strong>
                {isRight
                  ? `A ligação a ${check.name} está certa.`
                  : `A ligação a ${check.name} não está certa.`}
              </strong>
              {check.problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
            </div>
          </div>
        )}
      </output>
      {check && (
        <>
          <CopyField
            label="Endereço dos avisos"
            text={check.callbackUrl}
            help={
              check.registersCallbacks
                ? 'Para onde o serviço diz que alguém pagou. O programa regista-o por si.'
                : 'Para onde o serviço diz que alguém pagou. Indique-o no backoffice da Eupago, na versão 2 do webhook.'
            }
          />
          {check.registersCallbacks && isRight && (
            <Button variant="default" loading={busy === 'register'} onClick={() => void ask('register')}>
              Ativar os avisos
            </Button>
          )}
        </>
      )}
    </div>
  )
}
