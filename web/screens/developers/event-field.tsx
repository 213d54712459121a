import { eventOf, eventVerbs, publishedResources } from '@agremia/resources/webhook-events.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { GrantField } from './grant-field.tsx'

const verbs = { created: 'Criado', updated: 'Alterado', deleted: 'Eliminado' }
const resources = publishedResources().map(({ name, path }) => ({
  name,
  path,
  codes: Object.fromEntries(eventVerbs.map((verb) => [verb, eventOf(path, verb)])),
}))

/** The events that a webhook gets. */
export function EventField({ form }: { form: FormControls<'webhooks'> }) {
  return (
    <GrantField
      form={form}
      readOnly={false}
      name="events"
      title="Acontecimentos"
      note={
        <>
          <p>
            <strong>Cada acontecimento leva o registo inteiro</strong>, como um editor o vê, para fora da
            organização: nomes, contactos e o mais que lá estiver. Marque só o que o destino precisa de saber;
            quem trata dados pessoais por conta da organização precisa de um contrato (RGPD, artigo 28.º).
          </p>
          <p>
            «Alterado» inclui as ações, como anular um pagamento. De um registo eliminado vai só o código.
          </p>
        </>
      }
      verbs={verbs}
      resources={resources}
    />
  )
}
