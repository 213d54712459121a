import { IconUsersPlus } from '@tabler/icons-react'
import { useMay } from '../../api/queries.ts'
import { createAccountsPath, usersPath } from '../../paths/account.ts'
import { RecordList } from '../../resource/record-list.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

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
  return <CommandButton icon={IconUsersPlus} label="Criar contas em conjunto" to={createAccountsPath} />
}
