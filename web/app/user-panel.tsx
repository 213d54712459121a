import { capitalise } from '@agremia/resources/terminology.ts'
import { IconLogout, IconUserEdit } from '@tabler/icons-react'
import { useTerminology } from '../api/queries.ts'
import type { Session } from '../api/tokens.ts'
import { logoutPath, profilePath } from '../paths/account.ts'
import { AppLink } from '../ui/app-link.tsx'
import { SchemeChoice } from '../ui/scheme-choice.tsx'
import { asAction } from '../ui/find-actions.ts'
import classes from './user-panel.module.css'

/** Name and role, profile, colours and the way out. */
export function UserPanel({ session }: { session: Session }) {
  const role = useRoleName(session)
  return (
    <div className={classes.user}>
      <p className={classes.who}>
        <strong>{session.name}</strong>
        <span>{role}</span>
      </p>
      <AppLink className={classes.link} to={profilePath(session.id)} {...asAction('palavra-passe')}>
        <IconUserEdit size="1.125rem" stroke={1.5} aria-hidden="true" />
        Editar perfil
      </AppLink>
      <SchemeChoice />
      <AppLink className={classes.link} to={logoutPath} {...asAction('terminar sessão')}>
        <IconLogout size="1.125rem" stroke={1.5} aria-hidden="true" />
        Sair
      </AppLink>
    </div>
  )
}

function useRoleName({ role }: Session): string {
  const { memberSingular } = useTerminology()
  return { admin: 'Administrador', editor: 'Editor', member: capitalise(memberSingular) }[role]
}
