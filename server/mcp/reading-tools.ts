import type { Definition } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { recordPath, resourcePath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { z } from 'zod'
import { defaultColumns, describeForReading, describeForWriting } from './describe.ts'
import { answered, failed, failedWith, recordsOf, succeeded } from './results.ts'
import type { AddTool, ToolContext } from './tools.ts'
import { id, record } from './tools.ts'

const defaultRecords = 20
const maxRecords = 100
/** Records of each resource that a search finds. */
const foundRecords = 5

const annotations = { readOnlyHint: true, openWorldHint: false }

/** Tools that only read. */
export function addReadingTools(add: AddTool, { world, caller, permitted, words, ask }: ToolContext): void {
  const planOf = ({ name }: Definition) => world.plans.get(name)

  add({
    name: 'describe_resource',
    resources: permitted.all,
    title: 'Conhecer um recurso',
    description:
      'Os campos de um recurso, com os códigos e os filtros de cada um; com `purpose: "write"`, o que se escreve ao criar, ao alterar ' +
      `e em cada ação. Use-a antes de list_records. Recursos: ${resourceList(permitted.all, words.terminology)}.`,
    input: (resource) => z.object({ resource, purpose: z.enum(['read', 'write']).default('read') }),
    annotations,
    async run({ resource, purpose }) {
      const definition = getDefinition(String(resource))
      if (purpose === 'write') return succeeded(describeForWriting(definition, caller, words, permitted))
      return succeeded(describeForReading(definition, planOf(definition), caller, words))
    },
  })

  add({
    name: 'search',
    resources: permitted.search,
    title: 'Procurar',
    description:
      'Procura um texto (um nome, um número, um NIF, um contacto) em vários recursos e devolve os primeiros registos de cada um. ' +
      'Para pesquisar com filtros, use list_records.',
    input: (resource) =>
      z.object({
        text: z.string().min(2).max(200),
        resources: z.array(resource).min(1).optional().describe('Só nestes recursos.'),
      }),
    output: z.object({
      results: z.array(z.object({ resource: z.string(), id: z.string(), title: z.unknown() })),
    }),
    annotations,
    async run({ text, resources = permitted.search.map(({ name }) => name) }) {
      const answers = await Promise.all(
        [...new Set(resources)].map(async (given) => {
          const { name, title } = getDefinition(String(given))
          const query = Object.entries({ _search: text, _limit: String(foundRecords), _columns: title })
          return { name, title, answer: await ask({ method: 'GET', path: resourcePath(name), query }) }
        }),
      )
      const refused = answers.find(({ answer }) => answer.status !== 200)
      if (refused) return failedWith(refused.answer)
      const results = answers.flatMap(({ name, title, answer }) =>
        recordsOf(answer).map((found) => ({ resource: name, id: found['_id'], title: found[title] })),
      )
      return succeeded({ results })
    },
  })

  add({
    name: 'list_records',
    resources: permitted.list,
    title: 'Listar registos',
    description:
      'Os registos de um recurso que satisfazem todos os filtros, com o total e as somas de toda a pesquisa. Os nomes de campos, ' +
      'códigos e filtros vêm de describe_resource.',
    input: (resource) =>
      z.object({
        resource,
        search,
        filters,
        sort: z.array(z.string()).default([]).describe('Campos; com - por ordem descendente.'),
        columns: z.array(z.string()).default([]).describe('Campos a devolver; sem eles, os principais.'),
        limit: z.int().min(1).max(maxRecords).default(defaultRecords),
        page: z.int().min(1).default(1),
      }),
    output: z.object({
      records: z.array(record),
      total: z.int(),
      page: z.int(),
      next_page: z.int().optional(),
      sums: z.record(z.string(), z.number()).optional().describe('Em euros.'),
    }),
    annotations,
    async run({ resource, search: words, filters: given, sort, columns, limit, page }) {
      const definition = getDefinition(String(resource))
      const chosen = columns.length > 0 ? columns : defaultColumns(definition, planOf(definition), caller)
      const texts = { _search: words, _sort: sort.join(','), _columns: chosen.join(',') }
      const answer = await ask({
        method: 'GET',
        path: resourcePath(definition.name),
        query: [
          ...parametersOf(given),
          ...Object.entries(texts).filter(([, text]) => text !== ''),
          ['_limit', String(limit)],
          ['_page', String(page)],
        ],
      })
      if (answer.status !== 200) return failedWith(answer)
      const { total, sums } = answer.body['meta'] as { total: number; sums?: object }
      return succeeded({
        records: recordsOf(answer),
        total,
        page,
        ...(page * limit < total && { next_page: page + 1 }),
        ...(sums && { sums }),
      })
    },
  })

  add({
    name: 'count_values',
    resources: permitted.count,
    title: 'Contar por valor',
    description:
      'Os valores que um campo tem nos registos que satisfazem todos os filtros, e quantos registos têm cada um: para conhecer os nomes ' +
      'que se usam (núcleos, localidades) antes de filtrar por eles, e para contar.',
    input: (resource) => z.object({ resource, field: z.string().min(1).max(100), search, filters }),
    output: z.object({
      values: z.array(z.object({ value: z.unknown(), label: z.string().nullish(), count: z.int() })),
      total: z.int().describe('Quantos valores há; vêm no máximo 200, os mais frequentes.'),
    }),
    annotations,
    async run({ resource, field, search: words, filters: given }) {
      const answer = await ask({
        method: 'GET',
        path: `${resourcePath(String(resource))}/values/${encodeURIComponent(field)}`,
        query: [...parametersOf(given), ...(words === '' ? [] : [['_search', words] as [string, string]])],
      })
      if (answer.status === 404) return failed(`${field}: as listas não têm este campo.`)
      if (answer.status !== 200) return failedWith(answer)
      const { total } = answer.body['meta'] as { total: number }
      return succeeded({ values: recordsOf(answer), total })
    },
  })

  add({
    name: 'read_record',
    resources: permitted.read,
    title: 'Ler um registo',
    description: 'Todos os campos de um registo, com a sua versão.',
    input: (resource) => z.object({ resource, id }),
    annotations,
    run: async (given) =>
      answered(await ask({ method: 'GET', path: recordPath(String(given.resource), given.id) })),
  })
}

const search = z
  .string()
  .max(200)
  .default('')
  .describe('Palavras que o registo tem, sem acentos nem maiúsculas.')
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const filters = z
  // Names of other parameters are no fields.
  .record(
    z.string().regex(/^(?!(page|limit|sort|columns|search)$)[\w.]+$/),
    z.union([value, z.array(value).min(1).max(maxRecords)]),
  )
  .default({})
  .describe(
    'Por campo, o valor ou uma lista de valores possíveis. De datas e números também `campo_from` e `campo_to`, inclusivos. ' +
      'null: sem valor; "notNull": com valor. Um campo que refere outro registo filtra-se também pelos campos deste: `memberId.section`.',
  )

/** Filters as parameters of the API's lists. */
function parametersOf(given: z.output<typeof filters>): [name: string, value: string][] {
  return Object.entries(given).flatMap(([name, values]) =>
    [values].flat().map((one): [string, string] => [`_${name}`, String(one)]),
  )
}

function resourceList(resources: readonly Definition[], terminology: Terminology): string {
  return resources
    .map(({ name, label, help }) => {
      const texts = [label.many, help].flatMap((text) => (text ? [fillTerms(text, terminology)] : []))
      return `${name} (${texts.join(': ')})`
    })
    .join('; ')
}
