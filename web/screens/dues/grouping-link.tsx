import { Button } from '@mantine/core'
import { IconList, IconUsersGroup } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { debtsPath } from '../../paths/dues.ts'

/** Switches between the list of charges and the list grouped by member; keeps the filters. */
export function GroupingLink({ to, label }: { to: string; label: string }) {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  // The other list may lack the sort field.
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
