import { ActionIcon } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { recordQuery, useSession, useSettings, useTerminology } from '../api/queries.ts'
import type { Session } from '../api/tokens.ts'

/** Writes to technical support, saying who writes and from where. For staff. */
export function SupportLink() {
  const session = useSession()
  return session && session.role !== 'member' ? <StaffSupportLink session={session} /> : null
}

function StaffSupportLink({ session }: { session: Session }) {
  useLocation()
  const { name } = useTerminology()
  const { supportEmail = '' } = useSettings()
  const user = useQuery({ ...recordQuery('users', session.id), staleTime: Infinity }).data
  const email = typeof user?.email === 'string' ? user.email : ''
  const query = new URLSearchParams({
    subject: `Apoio técnico – ${name}`,
    body: `\n\n–\n${session.name} <${email}>\n${location.href}`,
  })
  return (
    <ActionIcon
      component="a"
      href={`mailto:${supportEmail}?${query.toString().replaceAll('+', '%20')}`}
      variant="default"
      size="2.25rem"
      aria-label="Apoio técnico"
      data-hint="Apoio técnico"
    >
      <IconLifebuoy size="1.125rem" stroke={1.5} />
    </ActionIcon>
  )
}
