import { Button } from '@mantine/core'
import { IconList, IconUsersGroup } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { debtsPath } from '../../paths/dues.ts'

/** The other way of seeing the same debts: one by one or grouped, with the filters that stand. */
export function GroupingLink({ to, label }: { to: string; label: string }) {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  // What one list is ordered by the other may not have.
  query.delete('ordem')
  const Icon = to === debtsPath ? IconList : IconUsersGroup
  return (
    <Button
      component={Link}
      to={{ pathname: to, search: query.toString() }}
      variant="default"
      leftSection={<Icon size="1.125rem" stroke={1.5} aria-hidden />}
    >
      {label}
    </Button>
  )
}
