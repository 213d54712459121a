import { useTerminology } from '../api/queries.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './organisation-logo.module.css'

/** The organisation's logo, or the product's mark. */
export function OrganisationLogo({ size = '2.25rem' }: { size?: string }) {
  const { logo } = useTerminology()
  if (logo === undefined) return <Logo size={size} />
  return (
    <span className={classes.holder}>
      <img className={classes.logo} style={{ height: size }} src={`/api/organisation_logo/${logo}`} alt="" />
    </span>
  )
}

/** The organisation's name, as a link to its website if it has one. */
export function OrganisationName() {
  const { name, website } = useTerminology()
  if (website === undefined) return name
  return (
    <a className={classes.name} href={website} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
