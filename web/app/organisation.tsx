import { useSession, useSettings, useTerminology } from '../api/queries.ts'
import { homeOf } from '../paths/account.ts'
import { AppLink } from '../ui/app-link.tsx'
import { OrganisationLogo } from '../resource/organisation-logo.tsx'
import classes from './organisation.module.css'

const types: Record<string, string> = { association: 'Associação', cooperative: 'Cooperativa' }

/** Whose house this is; leads home. */
export function Organisation({ collapsed = false }: { collapsed?: boolean }) {
  const { name } = useTerminology()
  const type = types[useSettings().orgType ?? '']
  const session = useSession()
  return (
    <AppLink className={classes.organisation} to={session ? homeOf(session.role) : '/'}>
      <OrganisationLogo />
      <span className={collapsed ? 'visually-hidden' : classes.words}>
        <strong className={classes.name}>{name}</strong>
        {type && <span className={classes.type}>{type}</span>}
      </span>
    </AppLink>
  )
}
