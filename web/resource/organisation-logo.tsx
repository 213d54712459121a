import { useSettings } from '../api/queries.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './organisation-logo.module.css'

/** The organisation's own logo, or the product's mark where it has none. */
export function OrganisationLogo({ size = '2.25rem' }: { size?: string }) {
  const { organisationLogo } = useSettings()
  if (!organisationLogo) return <Logo size={size} />
  return (
    <img
      className={classes.logo}
      style={{ height: size }}
      src={`/api/organisation_logo/${organisationLogo}`}
      alt=""
    />
  )
}
