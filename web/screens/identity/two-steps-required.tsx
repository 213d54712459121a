import { Anchor } from '@mantine/core'
import { IconDeviceMobile, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { takeReturnPath } from '../../api/browser-storage.ts'
import { useSession } from '../../api/queries.ts'
import { homeOf, loginPath, logoutPath } from '../../paths/account.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import stack from '../../ui/form-stack.module.css'
import { AppSetup, knowsPasskeys, NewPasskey } from '../security/index.ts'
import { IdentityFrame } from './identity-frame.tsx'

const titles = { app: 'Aplicação de autenticação', passkey: 'Chave de acesso' }

/** Sets up the second step without which the organisation lets nobody work. */
export default function TwoStepsRequired() {
  const session = useSession()
  const [chosen, setChosen] = useState<keyof typeof titles>()
  // Loads the application again: everything that it requested was refused.
  const enter = () => location.assign(takeReturnPath() ?? (session ? homeOf(session.role) : loginPath))
  return (
    <IdentityFrame
      title={chosen ? titles[chosen] : 'Ative o segundo passo'}
      subtitle={
        chosen
          ? undefined
          : 'A organização exige a verificação em dois passos a quem trabalha nela. Escolha o seu segundo passo, só desta vez.'
      }
    >
      <div className={stack.stack}>
        {chosen === 'app' && <AppSetup onDone={enter} />}
        {chosen === 'passkey' && <NewPasskey onDone={enter} />}
        {!chosen && (
          <>
            <CommandButton
              icon={IconDeviceMobile}
              label="Código no telemóvel"
              variant="filled"
              size="md"
              fullWidth
              onClick={() => setChosen('app')}
            />
            {knowsPasskeys() && (
              <CommandButton
                icon={IconKey}
                label="Chave de acesso neste dispositivo"
                size="md"
                fullWidth
                onClick={() => setChosen('passkey')}
              />
            )}
            <Anchor component={AppLink} to={logoutPath} fz="sm" fw={600} ta="center">
              Sair
            </Anchor>
          </>
        )}
        {chosen && (
          <Anchor
            component="button"
            type="button"
            fz="sm"
            fw={600}
            ta="center"
            onClick={() => setChosen(undefined)}
          >
            Voltar
          </Anchor>
        )}
      </div>
    </IdentityFrame>
  )
}
