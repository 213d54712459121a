import { Button } from '@mantine/core'
import type { DemoLogin } from '../../api/first-run.ts'
import { AzulejoFrame } from '../../ui/azulejo-frame.tsx'
import stack from '../../ui/form-stack.module.css'
import { openAfterSetup } from './open-after-setup.ts'
import classes from './demo-logins.module.css'

const roles: Record<string, string> = { admin: 'Administrador', editor: 'Editor', member: 'Membro' }

/** The accounts of the demonstration. */
export function DemoLogins({ logins }: { logins: DemoLogin[] }) {
  return (
    <AzulejoFrame
      wide
      title="A demonstração está pronta"
      subtitle="Guarde estes dados: servem para entrar mais tarde, ou para ver a aplicação com outro perfil."
    >
      <div className={stack.stack}>
        <ul className={classes.logins}>
          {logins.map((login) => (
            <Login key={login.email} login={login} />
          ))}
        </ul>
        <Button size="md" fullWidth onClick={openAfterSetup}>
          Entrar na demonstração
        </Button>
      </div>
    </AzulejoFrame>
  )
}

function Login({ login: { name, email, password, role } }: { login: DemoLogin }) {
  return (
    <li className={classes.login}>
      <p>
        <strong>{name}</strong>
        <span className={classes.role}>{roles[role] ?? role}</span>
      </p>
      <dl className={classes.facts}>
        <dt>Email</dt>
        <dd>{email}</dd>
        <dt>Palavra-passe</dt>
        <dd>{password}</dd>
      </dl>
    </li>
  )
}
