import { useActions } from '../../resource/actions/use-actions.tsx'
import { accountLinkDays } from '@agremia/resources/rules/account-link.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OwnPassword } from '../security/index.ts'
import { IconCopy, IconSend } from '@tabler/icons-react'
import { profilePath } from '../../paths/account.ts'
import { plainText } from '../../fields/texts.ts'
import { LoadedRecord, type DescribedRecord } from '../../resource/loaded-record.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { Page } from '../../ui/page.tsx'
import { useNavigate } from '../../ui/router.tsx'
import classes from './user-new.module.css'

/** Sends a user who lost the password a link to sign in. */
export default function RecoverAccount() {
  return <LoadedRecord resource="users">{(loaded) => <Recovery {...loaded} />}</LoadedRecord>
}

function Recovery({ record }: DescribedRecord) {
  const navigate = useNavigate()
  const { find } = useActions('users', record, {
    // A held message does not arrive: the page offers the link.
    sendLink: { after: ({ warning }) => warning === null && navigate(profilePath(record._id)) },
  })
  const send = find('sendLink')
  const session = useSession()
  const [copies, setCopies] = useState(false)
  const mayCopy = session?.role === 'admin' && session.id !== record._id && record['blocked'] !== true
  return (
    <Page
      narrow
      title={`Recuperar o acesso de ${plainText(record.name)}`}
      tools={
        <Button component={AppLink} to={profilePath(record._id)} variant="default">
          Ver a conta
        </Button>
      }
      action={
        send && (
          <PageAction
            label="Enviar ligação"
            icon={<IconSend size="1.125rem" stroke={1.5} aria-hidden />}
            loading={send.isBusy}
            onClick={send.run}
          />
        )
      }
    >
      <p className={classes.note}>
        Vai para {plainText(record['email'])} uma ligação, que serve uma vez e durante {accountLinkDays} dias,
        para entrar e escolher outra palavra-passe. A palavra-passe atual continua a servir até lá.
      </p>
      {mayCopy && (
        <Button
          variant="default"
          className={classes.copy}
          leftSection={<IconCopy size="1.125rem" stroke={1.5} aria-hidden />}
          onClick={() => setCopies(true)}
        >
          Copiar ligação
        </Button>
      )}
      {copies && (
        <CopyLink userId={record._id} name={plainText(record.name)} onClose={() => setCopies(false)} />
      )}
    </Page>
  )
}

interface CopyLinkProps {
  userId: string
  name: string
  onClose: () => void
}

/** Makes a link to hand over, after the administrator gives the own password; it is shown once. */
function CopyLink({ userId, name, onClose }: CopyLinkProps) {
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
