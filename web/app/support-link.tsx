import { ActionIcon } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { recordQuery, useSession, useSettings, useTerminology } from '../api/queries.ts'
import type { Session } from '../api/tokens.ts'
import { programSettingsPath } from '../paths/account.ts'
import { AppLink } from '../ui/app-link.tsx'
import { paletteAction } from '../ui/palette-actions.ts'
import { useAddress } from '../ui/router.tsx'

/** Email link to technical support, for staff. Without an address, administrators get a link to the setting. */
export function SupportLink() {
  const session = useSession()
  const { supportEmail } = useSettings()
  if (!session || session.role === 'member') return null
  if (supportEmail) return <WriteLink session={session} to={supportEmail} />
  // Reserves the place until the settings are loaded.
  if (supportEmail === undefined) return <ActionIcon {...buttonProps} disabled aria-label="Apoio técnico" />
  if (session.role !== 'admin') return null
  const label = 'Definir o apoio técnico'
  return (
    <ActionIcon
      {...buttonProps}
      component={AppLink}
      to={programSettingsPath}
      aria-label={label}
      data-hint={label}
    >
      <IconLifebuoy size="1.125rem" stroke={1.5} />
    </ActionIcon>
  )
}

const buttonProps = {
  variant: 'subtle',
  color: 'gray',
  size: '2.125rem',
  ...paletteAction('ajuda suporte'),
} as const

/** The email contains the person's name, address and the current page. */
function WriteLink({ session, to }: { session: Session; to: string }) {
  useAddress()
  const { name } = useTerminology()
  const user = useQuery({ ...recordQuery('users', session.id), staleTime: Infinity }).data
  const email = user?.email ?? ''
  const query = new URLSearchParams({
    subject: `Apoio técnico – ${name}`,
    body: `\n\n–\n${session.name} <${email}>\n${location.href}`,
  })
  return (
    <ActionIcon
      {...buttonProps}
      component="a"
      href={`mailto:${to}?${query.toString().replaceAll('+', '%20')}`}
      aria-label="Apoio técnico"
      data-hint="Apoio técnico"
    >
      <IconLifebuoy size="1.125rem" stroke={1.5} />
    </ActionIcon>
  )
}
