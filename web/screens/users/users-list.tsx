import { Button } from '@mantine/core'
import { IconUsersPlus } from '@tabler/icons-react'
import { useMay } from '../../api/queries.ts'
import { createAccountsPath, usersPath } from '../../paths/account.ts'
import { RecordList } from '../../resource/record-list.tsx'
import { AppLink } from '../../ui/app-link.tsx'

/** The list of users. */
export default function UsersList() {
  return (
    <RecordList
      resource="users"
      newPath={`${usersPath}/novo`}
      filters={filters}
      searchPlaceholder="Nome ou email…"
      toolbar={<CreateAccountsLink />}
      purpose="Aqui ficam as contas de quem entra: a equipa, e quem vê só a sua ficha."
    />
  )
}

const filters = [{ field: 'role' }, { field: 'blocked' }] as const

function CreateAccountsLink() {
  if (!useMay('users').create) return null
  return (
    <Button
      component={AppLink}
      to={createAccountsPath}
      variant="default"
      leftSection={<IconUsersPlus size="1.125rem" stroke={1.5} aria-hidden />}
    >
      Criar contas em conjunto
    </Button>
  )
}
