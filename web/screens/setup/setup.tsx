import { Button } from '@mantine/core'
import { type Icon, IconBuildingCommunity, IconDatabaseImport, IconEye } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { FirstRunContext, type DemoLogin, type FirstRun, setUp } from '../../api/first-run.ts'
import { isTimedOut } from '../../api/timeout.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { AzulejoFrame } from '../../ui/azulejo-frame.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { beginSession } from '../identity/index.ts'
import { CodeInput, openAfterSetup, OrganisationForm } from './organisation-form.tsx'
import { RestoreForm } from './restore-form.tsx'
import classes from './setup.module.css'

/** The first run: creates an organisation, or one with demonstration data. */
export default function Setup() {
  const [logins, setLogins] = useState<DemoLogin[]>()
  return logins ? <DemoLogins logins={logins} /> : <SetupForms onDemo={setLogins} />
}

function SetupForms({ onDemo }: { onDemo: (logins: DemoLogin[]) => void }) {
  const [kind, setKind] = useState<SetupKind>('organisation')
  const firstRun = useContext(FirstRunContext)
  if (!firstRun) return null
  return (
    <AzulejoFrame
      wide
      title="Boas-vindas à Agremia"
      subtitle="Em dois minutos a sua organização fica pronta a trabalhar."
    >
      <SetupChoice kind={kind} onChange={setKind} />
      {kind === 'organisation' && <OrganisationForm firstRun={firstRun} />}
      {kind === 'demonstration' && <DemoForm firstRun={firstRun} onReady={onDemo} />}
      {kind === 'backup' && <RestoreForm firstRun={firstRun} />}
    </AzulejoFrame>
  )
}

type SetupKind = 'organisation' | 'demonstration' | 'backup'

interface SetupChoiceProps {
  kind: SetupKind
  onChange: (kind: SetupKind) => void
}

const choices: readonly { kind: SetupKind; icon: Icon; title: string; text: string }[] = [
  {
    kind: 'organisation',
    icon: IconBuildingCommunity,
    title: 'Criar a minha organização',
    text: 'Começa vazia, com as definições habituais.',
  },
  {
    kind: 'demonstration',
    icon: IconEye,
    title: 'Explorar com dados de demonstração',
    text: '300 sócios fictícios, cinco anos de quotas.',
  },
  {
    kind: 'backup',
    icon: IconDatabaseImport,
    title: 'Repor uma cópia de segurança',
    text: 'De outra instalação, ou desta.',
  },
]

function SetupChoice({ kind, onChange }: SetupChoiceProps) {
  return (
    <fieldset className={classes.choices}>
      <legend className="visually-hidden">Como começar</legend>
      {choices.map(({ kind: value, icon: ChoiceIcon, title, text }) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name="kind"
            className="visually-hidden"
            checked={kind === value}
            onChange={() => onChange(value)}
          />
          <ChoiceIcon className={classes.icon} size="1.375rem" stroke={1.5} aria-hidden="true" />
          <strong className={classes.title}>{title}</strong>
          <span className="dimmed">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface DemoFormProps {
  firstRun: FirstRun
  onReady: (logins: DemoLogin[]) => void
}

function DemoForm({ firstRun, onReady }: DemoFormProps) {
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async ({ code }) => {
    const outcome = await setUp({ demo: true, ...(code === undefined ? {} : { code: code.trim() }) })
    beginSession(outcome)
    if (!isTimedOut(outcome)) onReady(outcome.logins ?? [])
  })
  return (
    <form ref={form} className={stack.stack} onSubmit={onSubmit} noValidate>
      <p>
        Cria uma organização fictícia, com sócios, quotas e pagamentos, para conhecer a aplicação sem risco.
        Nenhuma mensagem é enviada.
      </p>
      {firstRun.codeRequired && <CodeInput error={errorOf('code')} />}
      <FormMessage>{message}</FormMessage>
      <Button type="submit" size="md" loading={busy} fullWidth>
        Explorar
      </Button>
    </form>
  )
}

const roles: Record<string, string> = { admin: 'Administrador', editor: 'Editor', member: 'Membro' }

/** The accounts of the demonstration. */
function DemoLogins({ logins }: { logins: DemoLogin[] }) {
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
