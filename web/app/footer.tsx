import { useSettings } from '../api/queries.ts'
import { useServerState } from '../api/server-status.ts'
import classes from './footer.module.css'

export function Footer() {
  return (
    <footer className={classes.footer}>
      <Copyright />
      <LastResponse />
    </footer>
  )
}

const year = new Date().getFullYear()
const owners: Record<string, string> = {
  association: 'Agremia para associações',
  cooperative: 'Agremia para cooperativas',
}

/** Links to the licence. */
export function Copyright() {
  const owner = owners[useSettings().orgType ?? ''] ?? 'Agremia'
  return (
    <a className={classes.link} href="/licenca.txt" target="_blank" rel="noreferrer">
      © {year} {owner}
    </a>
  )
}

function LastResponse() {
  const milliseconds = useServerState((state) => state.lastResponse)
  if (milliseconds === undefined) return null
  return <span className="tabular">Última resposta: {milliseconds} ms</span>
}
