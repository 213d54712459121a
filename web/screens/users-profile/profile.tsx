import { useQuery } from '@tanstack/react-query'
import { IconUserOff } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { recordQuery, useSession } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { AccountForm, type Account } from './account-form.tsx'
import { PasswordForm } from './password-form.tsx'

/** One's own account: name, email and password. */
export default function Profile() {
  const { id } = useParams()
  const session = useSession()
  const { data, error, isPending, refetch } = useQuery(recordQuery<Account>('users', session?.id))
  if (id !== session?.id) return <NotMine />
  if (error) return <ErrorState isPage message={error.message} onRetry={() => void refetch()} />
  if (isPending) return <PageSkeleton />
  if (!data) return <NotMine />
  return (
    <Page narrow title="Perfil">
      <AccountForm account={data} />
      <PasswordForm email={data.email} />
    </Page>
  )
}

function NotMine() {
  return (
    <EmptyState isPage icon={<IconUserOff stroke={1.5} />} title="Página não encontrada">
      Só o próprio pode ver o seu perfil.
    </EmptyState>
  )
}
