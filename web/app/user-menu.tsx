import { capitalise } from '@agremia/resources/letter-case.ts'
import { IconChevronDown, IconLogout, IconUserEdit } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useSession, useTerminology } from '../api/queries.ts'
import type { Session } from '../api/tokens.ts'
import { logoutPath, profilePath } from '../paths/account.ts'
import { AppLink } from '../ui/app-link.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { paletteAction } from '../ui/palette-actions.ts'
import { DisplayChoices } from '../ui/display-choices.tsx'
import { useAddress } from '../ui/router.tsx'
import classes from './user-menu.module.css'
import userPanelClasses from './user-panel.module.css'

/** Button with the person's name, and the panel that it opens. */
export function UserMenu() {
  const session = useSession()
  const panelId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useAddress()
  useEffect(() => panel.current?.hidePopover(), [key])
  if (!session) return null
  return (
    <>
      <button type="button" className={classes.button} popoverTarget={panelId}>
        <Avatar name={session.name} />
        <span className={classes.name}>{session.name}</span>
        <span className="visually-hidden">, menu</span>
        <IconChevronDown size="1rem" stroke={1.5} aria-hidden="true" />
      </button>
      <div ref={panel} id={panelId} className={classes.panel} popover="auto">
        <UserPanel session={session} />
      </div>
    </>
  )
}

/** Name and role, profile, display and logout. */
export function UserPanel({ session }: { session: Session }) {
  const role = useRoleName(session)
  return (
    <div className={userPanelClasses.user}>
      <p className={userPanelClasses.who}>
        <strong>{session.name}</strong>
        <span>{role}</span>
      </p>
      <AppLink
        className={userPanelClasses.link}
        to={profilePath(session.id)}
        {...paletteAction('palavra-passe')}
      >
        <IconUserEdit size="1.125rem" stroke={1.5} aria-hidden="true" />
        Editar perfil
      </AppLink>
      <DisplayChoices />
      <AppLink className={userPanelClasses.link} to={logoutPath} {...paletteAction('terminar sessão')}>
        <IconLogout size="1.125rem" stroke={1.5} aria-hidden="true" />
        Sair
      </AppLink>
    </div>
  )
}

function useRoleName({ role }: Session): string {
  const { memberSingular } = useTerminology()
  const names = {
    admin: 'Administrador',
    editor: 'Editor',
    auditor: 'Auditor',
    member: capitalise(memberSingular),
  }
  return names[role]
}
