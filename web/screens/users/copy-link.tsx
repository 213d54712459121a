import type { RecordProps } from '../../resource/loaded-record.tsx'
import { accountLinkDays } from '@agremia/resources/rules/account-link.ts'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { paletteAction } from '../../ui/palette-actions.ts'
import { OwnPassword } from '../security/index.ts'
import classes from './user-new.module.css'

/** Offers administrators a link with which another user signs in, for when no email arrives. */
export function CopyLink({ record }: RecordProps<'users'>) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (session?.role !== 'admin' || session.id === record._id || record.blocked) return null
  return (
    <>
      <Button
        variant="default"
        className={classes.copy}
        leftSection={<IconCopy size="1.125rem" stroke={1.5} aria-hidden />}
        {...paletteAction('acesso entrar')}
        onClick={() => setOpen(true)}
      >
        Copiar ligação
      </Button>
      {isOpen && <CopyDialog userId={record._id} name={record.name} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Makes a link to hand over, after the administrator gives the own password; it is shown once. */
function CopyDialog({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const [link, setLink] = useState<string>()
  return (
    <Dialog title={`Ligação de entrada de ${name}`} width="32rem" onClose={onClose}>
      {link === undefined ? (
        <OwnPassword
          label="Fazer a ligação"
          onPassword={async (password) => {
            const answer = await api.post<{ data: { link: string } }>(`users/${userId}/login_link`, {
              password,
            })
            setLink(requireAnswer(answer).data.link)
          }}
        >
          Quem tiver a ligação entra nesta conta: entregue-a só a quem a vai usar. Fica no histórico quem a
          fez.
        </OwnPassword>
      ) : (
        <CopyField
          label="Ligação"
          text={link}
          help={`Serve uma vez e durante ${accountLinkDays} dias. Não volta a ser mostrada.`}
        />
      )}
    </Dialog>
  )
}
