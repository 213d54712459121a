import { capitalise, findTerminologyPreset } from '@agremia/resources/terminology.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { setUp, type FirstRun, type NewOrganisation } from '../../api/first-run.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { PasswordField } from '../../ui/password-field.tsx'
import { beginSession } from '../identity/index.ts'
import { CodeInput } from './code-input.tsx'
import { openAfterSetup } from './open-after-setup.ts'

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
          label="Como chama aos membros"
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

/** The vocabularies, those usual for the type first: `Sócios – Clube ou coletividade`. */
function presetOptions({ presets }: FirstRun, orgType: string): { value: string; label: string }[] {
  const usual = presets.filter(({ id }) => findTerminologyPreset(id)?.orgType === orgType)
  const others = presets.filter((preset) => !usual.includes(preset))
  return [...usual, ...others].map(({ id, label }) => {
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
