import { useActions } from '../../resource/actions/use-actions.tsx'
import { accountLinkDays } from '@agremia/resources/rules/account-link.ts'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { profilePath } from '../../paths/account.ts'
import { LoadedRecord, type DescribedRecord } from '../../resource/loaded-record.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { CopyLink, useOfferLink } from './copy-link.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { Page } from '../../ui/page.tsx'
import { useNavigate } from '../../ui/router.tsx'
import classes from './user-new.module.css'

/** Sends a user who lost the password a link to sign in. */
export default function RecoverAccount() {
  return <LoadedRecord resource="users">{(loaded) => <Recovery {...loaded} />}</LoadedRecord>
}

function Recovery({ record }: DescribedRecord<'users'>) {
  const navigate = useNavigate()
  const offerLink = useOfferLink()
  const { find } = useActions('users', record, {
    sendLink: {
      ifHeld: offerLink(record),
      // A held message does not arrive: the page offers the link.
      after: ({ _warning }) => _warning === undefined && navigate(profilePath(record._id)),
    },
  })
  const send = find('sendLink')
  return (
    <Page
      narrow
      title={`Recuperar o acesso de ${record.name}`}
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
        Vai para {record.email} uma ligação, que serve uma vez e durante {accountLinkDays} dias, para entrar e
        escolher outra palavra-passe. A palavra-passe atual continua a servir até lá.
      </p>
      <CopyLink record={record} />
    </Page>
  )
}
