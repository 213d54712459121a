import { Button, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { momentText } from '../../fields/datetime.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EndOtherSessions, OwnPassword, endsOtherSessions } from './own-password.tsx'
import { createPasskey, knowsPasskeys } from './passkeys.ts'
import type { Passkey } from './two-steps-query.ts'
import { SecurityRow } from './security-row.tsx'

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  onChanged: () => void
}

/** The person's passkeys, to add and remove. */
export function PasskeyList({ passkeys, onChanged }: PasskeyListProps) {
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const close = () => {
    setAdding(false)
    setRemoved(undefined)
  }
  const changed = () => {
    close()
    onChanged()
  }
  return (
    <>
      {passkeys.map((passkey) => (
        <SecurityRow
          key={passkey._id}
          icon={IconKey}
          title={passkey.name}
          text={`Chave de acesso · criada em ${momentText(passkey.createdAt)}${passkey.lastUsedAt ? ` · usada em ${momentText(passkey.lastUsedAt)}` : ''}`}
        >
          <Button variant="default" aria-label={`Tirar ${passkey.name}`} onClick={() => setRemoved(passkey)}>
            Tirar
          </Button>
        </SecurityRow>
      ))}
      <SecurityRow
        icon={IconKey}
        title="Chaves de acesso"
        text={
          knowsPasskeys()
            ? 'Entra com impressão digital ou rosto, ou com o PIN do dispositivo, sem escrever a palavra-passe.'
            : 'Este navegador não conhece chaves de acesso.'
        }
      >
        {knowsPasskeys() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            Nova chave de acesso
          </Button>
        )}
      </SecurityRow>
      {isAdding && (
        <Dialog title="Nova chave de acesso" onClose={close}>
          <NewPasskey onDone={changed} />
        </Dialog>
      )}
      {removed && (
        <Dialog title={`Tirar «${removed.name}»?`} onClose={close}>
          <OwnPassword
            label="Tirar"
            isDestructive
            onPassword={async (password) => {
              const answer = await api.post(`auth/passkeys/${removed._id}/remove`, { password })
              if (!isTimedOut(answer)) changed()
            }}
          >
            Deixa de servir para entrar. A que está no dispositivo pode ser apagada nele.
          </OwnPassword>
        </Dialog>
      )}
    </>
  )
}

/** Form that creates a passkey on this device. */
export function NewPasskey({ onDone }: { onDone: () => void }) {
  return (
    <OwnPassword
      label="Criar chave de acesso"
      fields={(errorOf) => (
        <>
          <TextInput
            name="name"
            label="Nome"
            description="Para a reconhecer depois: «Portátil da secretaria»."
            maxLength={60}
            error={errorOf('name')}
            required
            withAsterisk={false}
          />
          <EndOtherSessions />
        </>
      )}
      onPassword={async (password, values) => {
        const given = { name: values.name ?? '', ...endsOtherSessions(values) }
        const answer = await createPasskey(password, given)
        if (!isTimedOut(answer)) onDone()
      }}
    >
      A chave fica neste dispositivo, ou no gestor de palavras-passe que o navegador propuser.
    </OwnPassword>
  )
}
