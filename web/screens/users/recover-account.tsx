import { accountLinkDays } from '@agremia/resources/rules/account-link.ts'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { profilePath } from '../../paths/account.ts'
import { plainText } from '../../fields/texts.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { LoadedRecord, type DescribedRecord } from '../../resource/loaded-record.tsx'
import { toastError } from '../../resource/toast-error.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { Page } from '../../ui/page.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { toast } from '../../ui/toasts.tsx'
import classes from './user-new.module.css'

/** Sends a user who lost the password a link to sign in. */
export default function RecoverAccount() {
  return <LoadedRecord resource="users">{(loaded) => <Recovery {...loaded} />}</LoadedRecord>
}

function Recovery({ record }: DescribedRecord) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await runAction('users', record._id, 'sendLink', {})
      toast('Ligação enviada.')
      navigate(profilePath(record._id))
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
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
        <PageAction
          label="Enviar ligação"
          icon={<IconSend size="1.125rem" stroke={1.5} aria-hidden />}
          loading={busy}
          onClick={() => void send()}
        />
      }
    >
      <p className={classes.note}>
        Vai para {plainText(record['email'])} uma ligação, que serve uma vez e durante {accountLinkDays} dias,
        para entrar e escolher outra palavra-passe. A palavra-passe atual continua a servir até lá.
      </p>
    </Page>
  )
}
