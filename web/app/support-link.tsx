import { ActionIcon } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { recordQuery, useSession, useSettings, useTerminology } from '../api/queries.ts'
import type { Session } from '../api/tokens.ts'
import { programSettingsPath } from '../paths/account.ts'
import { AppLink } from '../ui/app-link.tsx'
import { asAction } from '../ui/find-actions.ts'

/** Leads staff to technical support. While nobody said where that is, it leads administrators to where it is said. */
export function SupportLink() {
  const session = useSession()
  const { supportEmail } = useSettings()
  if (!session || session.role === 'member') return null
  if (supportEmail) return <WriteLink session={session} to={supportEmail} />
  // Its place is kept until it is known what stands there.
  if (supportEmail === undefined) return <ActionIcon {...look} disabled aria-label="Apoio técnico" />
  if (session.role !== 'admin') return null
  const label = 'Definir o apoio técnico'
  return (
    <ActionIcon {...look} component={AppLink} to={programSettingsPath} aria-label={label} data-hint={label}>
      <IconLifebuoy size="1.125rem" stroke={1.5} />
    </ActionIcon>
  )
}

const look = { variant: 'subtle', color: 'gray', size: '2.125rem', ...asAction('ajuda suporte') } as const

/** Writes to technical support, saying who writes, with which email, and from where. */
function WriteLink({ session, to }: { session: Session; to: string }) {
  useLocation()
  const { name } = useTerminology()
  const user = useQuery({ ...recordQuery('users', session.id), staleTime: Infinity }).data
  const email = typeof user?.email === 'string' ? user.email : ''
  const query = new URLSearchParams({
    subject: `Apoio técnico – ${name}`,
    body: `\n\n–\n${session.name} <${email}>\n${location.href}`,
  })
  return (
    <ActionIcon
      {...look}
      component="a"
      href={`mailto:${to}?${query.toString().replaceAll('+', '%20')}`}
      aria-label="Apoio técnico"
      data-hint="Apoio técnico"
    >
      <IconLifebuoy size="1.125rem" stroke={1.5} />
    </ActionIcon>
  )
}
