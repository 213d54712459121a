import { scopedResources } from '@agremia/resources/api-scopes.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { GrantField } from './grant-field.tsx'

const verbs = { read: 'Ler', write: 'Escrever' }
const resources = scopedResources().map(({ name, path, verbs: offered }) => ({
  name,
  path,
  codes: Object.fromEntries(offered.map((verb) => [verb, `${path}:${verb}`])),
}))

/** What an API key may do. */
export function ScopeField({ form, readOnly }: { form: FormControls<'apiSecrets'>; readOnly: boolean }) {
  return (
    <GrantField
      form={form}
      readOnly={readOnly}
      name="scopes"
      title="Permissões"
      note="O programa faz o que um editor faria, e só com o que estiver marcado. «Escrever» inclui criar, alterar, eliminar e as ações."
      verbs={verbs}
      resources={resources}
    />
  )
}
