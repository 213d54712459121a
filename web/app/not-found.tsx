import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { useSession } from '../api/queries.ts'
import { homeOf } from '../screens/home/home-path.ts'
import { loginPath } from '../screens/identity/identity-paths.ts'
import { AppLink } from '../ui/app-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { noSuchPage } from '../ui/no-such-page-words.ts'

/** For addresses that lead nowhere, or where the person may not go. */
export function NotFound() {
  const session = useSession()
  return (
    <EmptyState
      isPage
      icon={<IconMapOff stroke={1.5} />}
      title={noSuchPage}
      action={
        <Button component={AppLink} to={session ? homeOf(session.role) : loginPath} variant="default">
          Ir para o início
        </Button>
      }
    >
      O endereço pode estar incompleto, ou a página pode ter mudado de lugar.
    </EmptyState>
  )
}
