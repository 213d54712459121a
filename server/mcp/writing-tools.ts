import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { recordPath, resourcePath } from '@agremia/resources/paths.ts'
import { z } from 'zod'
import { actionsFor } from './permitted.ts'
import { answered, failed } from './results.ts'
import type { AddTool, ToolContext } from './tools.ts'
import { id, record } from './tools.ts'

const annotations = { readOnlyHint: false, idempotentHint: true, openWorldHint: false }

const idempotencyKey = z
  .string()
  .min(8)
  .max(200)
  .describe('Um texto novo para cada intenção: o pedido repetido com o mesmo texto não é feito outra vez.')

/** Tools that create, change and act. Repeated calls are safe: by the key, or by the version. */
export function addWritingTools(add: AddTool, { caller, permitted, ask }: ToolContext): void {
  add({
    name: 'create_record',
    resources: permitted.create,
    title: 'Criar um registo',
    description:
      'Cria um registo. Os campos vêm de describe_resource com `purpose: "write"`. Confirme com a pessoa antes de criar.',
    input: (resource) => z.object({ resource, values: record, idempotency_key: idempotencyKey }),
    annotations: { ...annotations, destructiveHint: false },
    run: async ({ resource, values, idempotency_key: key }) =>
      answered(
        await ask({
          method: 'POST',
          path: resourcePath(String(resource)),
          body: values,
          idempotencyKey: key,
        }),
      ),
  })

  add({
    name: 'update_record',
    resources: permitted.update,
    title: 'Alterar um registo',
    description:
      'Altera os campos dados e mantém os outros. `version` é o `_version` do registo lido: se alguém o alterou entretanto, nada se ' +
      'grava. Confirme com a pessoa antes de alterar.',
    input: (resource) => z.object({ resource, id, version: z.int(), values: record }),
    annotations: { ...annotations, destructiveHint: true },
    run: async (given) =>
      answered(
        await ask({
          method: 'PATCH',
          path: recordPath(String(given.resource), given.id),
          body: { ...given.values, _version: given.version },
        }),
      ),
  })

  add({
    name: 'run_action',
    resources: permitted.act,
    title: 'Fazer uma ação',
    description:
      'Faz a um registo uma das ações do recurso, que vêm de describe_resource com `purpose: "write"`. Confirme com a pessoa antes de a fazer.',
    input: (resource) =>
      z.object({
        resource,
        id,
        action: z.string(),
        input: record.default({}),
        idempotency_key: idempotencyKey,
      }),
    annotations: { ...annotations, destructiveHint: true },
    async run({ resource, id: given, action, input, idempotency_key: key }) {
      const known = actionsFor(getDefinition(String(resource)), caller)
      if (!known.includes(action))
        return failed(`Não existe a ação «${action}». Existem: ${known.join(', ')}.`)
      return answered(
        await ask({
          method: 'POST',
          path: `${recordPath(String(resource), given)}/${resourcePath(action)}`,
          body: input,
          idempotencyKey: key,
        }),
      )
    },
  })
}
