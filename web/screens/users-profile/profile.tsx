import { useQuery } from '@tanstack/react-query'
import { IconUserOff } from '@tabler/icons-react'
import { recordQuery, useSession } from '../../api/queries.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { NoSuchPage } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useParams } from '../../ui/router.tsx'
import { Sessions, TwoSteps } from '../security/index.ts'
import { AccountForm } from './account-form.tsx'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'

/** The user's own account: name, email, password, second steps and sessions. */
export function Profile() {
  const { id } = useParams()
  const session = useSession()
  const query = useQuery(recordQuery('users', session?.id))
  const notMine = (
    <NoSuchPage icon={<IconUserOff stroke={1.5} />}>Só o próprio pode ver o seu perfil.</NoSuchPage>
  )
  if (id !== session?.id) return notMine
  return (
    <QueryPage query={query} missing={notMine}>
      {(account) => (
        <Page narrow title="Perfil">
          <AccountForm account={account} />
          <EmailForm email={account.email} />
          <PasswordForm email={account.email} />
          <TwoSteps />
          <Sessions userId={account._id} />
        </Page>
      )}
    </QueryPage>
  )
}
