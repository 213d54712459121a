import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { findTerminologyPreset } from '@agremia/resources/terminology.ts'
import { type FirstRun, type NewOrganisation, setUp } from '../../api/first-run.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import stack from '../../ui/form-stack.module.css'
import { beginSession } from '../identity/index.ts'

const types = [
  { value: 'association', label: 'Associação' },
  { value: 'cooperative', label: 'Cooperativa' },
]

export function OrganisationForm({ firstRun }: { firstRun: FirstRun }) {
  const [orgType, setOrgType] = useState('association')
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async (values) => {
    if (beginSession(await setUp(organisationOf(values)))) openAfterSetup()
  })
  return (
    <form ref={form} className={stack.stack} onSubmit={onSubmit} noValidate>
      <TextInput
        name="name"
        label="Nome da organização"
        autoComplete="organization"
        error={errorOf('name')}
        required
      />
      <div className={stack.pair}>
        <NativeSelect
          name="orgType"
          label="Tipo"
          data={types}
          value={orgType}
          onChange={(event) => setOrgType(event.currentTarget.value)}
          error={errorOf('orgType')}
          required
        />
        <NativeSelect
          key={orgType}
          name="terminology"
          label="Nome dado aos membros"
          data={presetOptions(firstRun, orgType)}
          error={errorOf('terminology')}
          required
        />
        <TextInput
          name="adminName"
          label="O seu nome"
          autoComplete="name"
          error={errorOf('adminName')}
          required
        />
        <TextInput
          name="email"
          type="email"
          label="O seu email"
          autoComplete="username"
          error={errorOf('email')}
          required
        />
      </div>
      <PasswordField
        name="password"
        label="Palavra-passe"
        description="Pelo menos 10 caracteres. Uma frase é mais fácil de lembrar."
        autoComplete="new-password"
        error={errorOf('password')}
        required
      />
      {firstRun.codeRequired && <CodeInput error={errorOf('code')} />}
      <FormMessage>{message}</FormMessage>
      <Button type="submit" size="md" loading={busy} fullWidth>
        Criar e entrar
      </Button>
    </form>
  )
}

/** The vocabularies, those of the organisation's type first: `Sócios – Clube ou coletividade`. */
function presetOptions({ presets }: FirstRun, orgType: string): { value: string; label: string }[] {
  const matching = presets.filter(({ id }) => findTerminologyPreset(id)?.orgType === orgType)
  const others = presets.filter((preset) => !matching.includes(preset))
  return [...matching, ...others].map(({ id, label }) => {
    const word = findTerminologyPreset(id)?.memberPlural
    return { value: id, label: word ? `${capitalise(word)} – ${label}` : label }
  })
}

function organisationOf({
  name = '',
  orgType,
  terminology = '',
  adminName = '',
  email = '',
  password = '',
  code,
}: Record<string, string>): NewOrganisation {
  return {
    name: name.trim(),
    orgType: orgType === 'cooperative' ? 'cooperative' : 'association',
    terminology,
    adminName: adminName.trim(),
    email: email.trim(),
    password,
    ...(code === undefined ? {} : { code: code.trim() }),
  }
}

/** The setup code from the server's log: proves access to the server when it listens beyond this computer. */
export function CodeInput({ error }: { error: string | undefined }) {
  return (
    <TextInput
      name="code"
      label="Código de configuração"
      description="Está escrito no registo do servidor, no arranque."
      autoComplete="off"
      error={error}
      required
    />
  )
}

/** Reloads the application, so that it starts with the new terminology. */
export function openAfterSetup(): void {
  location.assign('/')
}
