import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDeviceMobile, IconListNumbers } from '@tabler/icons-react'
import { useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { AppSetup, RecoveryCodes } from './app-setup.tsx'
import { OwnPassword } from './own-password.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { SecurityRow } from './security-row.tsx'
import { twoStepsQuery } from './two-steps-query.ts'
import card from '../../ui/form-card.module.css'

type Opened = 'setup' | 'remove' | 'codes' | undefined

/** The person's second steps: authenticator app, recovery codes, passkeys. */
export function TwoSteps() {
  const { data } = useQuery(twoStepsQuery)
  const client = useQueryClient()
  const [opened, setOpened] = useState<Opened>()
  const [codes, setCodes] = useState<string[]>()
  const reload = () => void client.invalidateQueries({ queryKey: twoStepsQuery.queryKey })
  const close = () => {
    setOpened(undefined)
    setCodes(undefined)
    reload()
  }
  if (!data) return <FormSkeleton fields={2} />
  const { app, recoveryCodes, passkeys, required } = data
  return (
    <section className={card.card} aria-labelledby="two-steps">
      <h2 id="two-steps">Verificação em dois passos</h2>
      <p>
        {required
          ? 'A organização exige a verificação em dois passos: um código do telemóvel depois da palavra-passe, ou uma chave de acesso.'
          : 'Com um segundo passo, quem souber a sua palavra-passe não entra na sua conta.'}
      </p>
      <div>
        <SecurityRow
          icon={IconDeviceMobile}
          title={
            <>
              Aplicação de autenticação{' '}
              <StateBadge tone={app ? 'green' : 'grey'} label={app ? 'Ativa' : 'Inativa'} />
            </>
          }
          text="Depois da palavra-passe, é pedido o código que a aplicação mostra no telemóvel."
        >
          <Button variant="default" onClick={() => setOpened(app ? 'remove' : 'setup')}>
            {app ? 'Desativar' : 'Ativar'}
          </Button>
        </SecurityRow>
        {app && (
          <SecurityRow
            icon={IconListNumbers}
            title="Códigos de recuperação"
            text={`${counted(recoveryCodes, 'código por usar', 'códigos por usar')}, para quando não tiver o telemóvel.`}
          >
            <Button variant="default" onClick={() => setOpened('codes')}>
              Fazer novos
            </Button>
          </SecurityRow>
        )}
        <PasskeyList passkeys={passkeys} onChanged={reload} />
      </div>
      {opened === 'setup' && (
        <Dialog title="Ativar a aplicação de autenticação" onClose={close}>
          <AppSetup onDone={close} />
        </Dialog>
      )}
      {opened === 'remove' && (
        <Dialog title="Desativar a aplicação de autenticação?" onClose={close}>
          <OwnPassword
            label="Desativar"
            isDestructive
            onPassword={async (password) => {
              const answer = await api.post('auth/two_steps/remove', { password })
              if (!isTimedOut(answer)) close()
            }}
          >
            Ao entrar, deixa de ser pedido o código, e os códigos de recuperação deixam de servir.
          </OwnPassword>
        </Dialog>
      )}
      {opened === 'codes' && (
        <Dialog title="Fazer novos códigos de recuperação" onClose={close}>
          {codes ? (
            <RecoveryCodes codes={codes} onDone={close} />
          ) : (
            <OwnPassword
              label="Fazer novos códigos"
              onPassword={async (password) => {
                const answer = await api.post<{ data: { recoveryCodes: string[] } }>(
                  'auth/two_steps/recovery_codes',
                  { password },
                )
                if (!isTimedOut(answer)) setCodes(answer.data.recoveryCodes)
              }}
            >
              Os que tem deixam de servir.
            </OwnPassword>
          )}
        </Dialog>
      )}
    </section>
  )
}
