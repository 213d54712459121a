import type { JsonSchema } from './json-shape.ts'

/** The parts of an OpenAPI document that examples are computed from. */
export interface ApiDocument {
  servers: { url: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  components: { schemas: Record<string, JsonSchema>; parameters: Record<string, ApiParameter> }
}

export interface ApiOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: (ApiParameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

interface ApiParameter {
  name: string
  in: string
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

/** What a request of an operation is made of. */
interface Request {
  method: string
  url: string
  /** Environment variable with the token; undefined if visitors may send the request. */
  secret: string | undefined
  isRepeatable: boolean
  body: Body | undefined
  answer: 'json' | 'file' | 'none'
}

type Body = { type: string; value: unknown } | { type: 'multipart/form-data'; files: string[] }

/**
 * Returns a request of the operation as commands of a POSIX shell and as a TypeScript module for Node. `origin` is the address of the
 * installation. The secret is read from the environment.
 */
export function requestExamples(
  document: ApiDocument,
  { path, method, origin }: { path: string; method: string; origin: string },
): { curl: string; typescript: string } {
  const operation = document.paths[path]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not in the document`)
  const request = requestOf(document, operation, { path, method, origin })
  return { curl: curlOf(request), typescript: typescriptOf(request) }
}

function requestOf(
  document: ApiDocument,
  operation: ApiOperation,
  { path, method, origin }: { path: string; method: string; origin: string },
): Request {
  const parameters = (operation.parameters ?? []).map((given) =>
    '$ref' in given ? document.components.parameters[given.$ref.split('/').at(-1) ?? '']! : given,
  )
  const sampleOf = (schema: JsonSchema) => sample(schema, document)
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema
    return encodeURIComponent(String(sampleOf(schema ?? {})))
  })
  const isPaged = parameters.some(({ name }) => name === '_limit')
  const content = Object.values(
    Object.entries(operation.responses).find(([status]) => status < '300')?.[1].content ?? {},
  )
  const isJson = content.length === 1 && content[0]?.schema['format'] !== 'binary'
  return {
    method: method.toUpperCase(),
    url: `${origin}${document.servers[0]?.url ?? ''}${address}${isPaged ? '?_limit=10' : ''}`,
    secret: secretOf(operation),
    isRepeatable: parameters.some(({ name }) => name === 'Idempotency-Key'),
    body: operation.requestBody && bodyOf(operation.requestBody.content, document),
    answer: content.length === 0 ? 'none' : isJson ? 'json' : 'file',
  }
}

function secretOf({ security }: ApiOperation): string | undefined {
  const accepted = security.map((one) => Object.keys(one)[0])
  if (accepted.includes('apiSecret')) return 'AGREMIA_SECRET'
  return accepted.includes(undefined) ? undefined : 'AGREMIA_TOKEN'
}

function bodyOf(content: Content, document: ApiDocument): Body {
  const [type = '', { schema } = { schema: {} }] = Object.entries(content)[0] ?? []
  if (type !== 'multipart/form-data') return { type, value: sample(schema, document) }
  return { type, files: Object.keys((schema['properties'] ?? {}) as object) }
}

function curlOf({ method, url, secret, isRepeatable, body, answer }: Request): string {
  const options = [
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    quoted(url),
    ...(secret === undefined ? [] : [`--header "Authorization: Bearer $${secret}"`]),
    ...(isRepeatable ? ['--header "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined ? [] : curlBody(body)),
    ...(answer === 'file' ? ['--output ficheiro'] : []),
  ]
  return ['curl --fail-with-body', ...options].join(' \\\n  ')
}

function curlBody(body: Body): string[] {
  if ('files' in body) return body.files.map((name) => `--form ${quoted(`${name}=@ficheiro`)}`)
  return [`--header ${quoted(`Content-Type: ${body.type}`)}`, `--data ${quoted(textOf(body))}`]
}

/** As one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function textOf({ type, value }: { type: string; value: unknown }): string {
  if (type === 'application/json') return JSON.stringify(value, null, 2)
  return type.endsWith('form-urlencoded')
    ? String(new URLSearchParams(value as Record<string, string>))
    : String(value)
}

function typescriptOf({ method, url, secret, isRepeatable, body, answer }: Request): string {
  const headers = [
    ...(secret === undefined ? [] : [`authorization: \`Bearer \${process.env.${secret}}\``]),
    ...(body === undefined || 'files' in body ? [] : [`'content-type': '${body.type}'`]),
    ...(isRepeatable ? ["'idempotency-key': crypto.randomUUID()"] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: {\n${headers.map((line) => `    ${line},\n`).join('')}  }`] : []),
    ...(body === undefined ? [] : ['body']),
  ]
  const isFile = answer === 'file'
  const modules = [...(isFile ? ['writeFile'] : []), ...(body && 'files' in body ? ['openAsBlob'] : [])]
  return [
    ...modules.map((name) => `import { ${name} } from 'node:fs${name === 'writeFile' ? '/promises' : ''}'`),
    ...(modules.length > 0 ? [''] : []),
    ...(body === undefined ? [] : [...typescriptBody(body), '']),
    `const answer = await fetch(${literal(url)}${options.length > 0 ? `, {` : ')'}`,
    ...(options.length > 0 ? [...options.map((line) => `  ${line},`), '})'] : []),
    'if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)',
    ...(answer === 'json' ? ['console.log(await answer.json())'] : []),
    ...(isFile ? ["await writeFile('ficheiro', Buffer.from(await answer.arrayBuffer()))"] : []),
    '',
  ].join('\n')
}

function typescriptBody(body: Body): string[] {
  if ('files' in body)
    return [
      'const body = new FormData()',
      ...body.files.map((name) => `body.set(${literal(name)}, await openAsBlob('ficheiro'))`),
    ]
  if (body.type === 'application/json') return [`const body = JSON.stringify(${literal(body.value)})`]
  return [`const body = ${literal(textOf(body))}`]
}

/** As an expression of TypeScript, in single quotes and without quotes around names. */
function literal(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
  return json.replaceAll(/"((?:[^"\\]|\\.)*)"(:?)/g, (_, text: string, colon: string) =>
    colon && /^\w+$/.test(text)
      ? `${text}:`
      : `'${text.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'${colon}`,
  )
}

/** Values of strings, by format. */
const ofFormats: Record<string, string> = {
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  date: '2026-03-07',
  'date-time': '2026-03-07T10:00:00Z',
  email: 'ana@exemplo.pt',
  phone: '912345678',
  nif: '123456789',
  niss: '12345678901',
  iban: 'PT50000201231234567890154',
  postalCode: '3800-001',
  colour: '#2f6bb8',
  country: 'PT',
  'uri-reference': 'https://exemplo.pt',
}

/** A value of the schema. Objects have their required properties and one or two texts. */
function sample(schema: JsonSchema, document: ApiDocument): unknown {
  const whole = flattened(schema, document)
  const choices = (whole['anyOf'] ?? whole['oneOf']) as JsonSchema[] | undefined
  if (choices) return sample(choices.find(({ type }) => type !== 'null') ?? {}, document)
  const values = whole['enum'] as unknown[] | undefined
  if (whole['default'] !== undefined || values) return whole['default'] ?? values?.find((one) => one !== null)
  const type = [whole['type']].flat().find((one) => one !== 'null')
  if (type === 'object') return sampleObject(whole, document)
  if (type === 'array') return [sample((whole['items'] ?? {}) as JsonSchema, document)]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, Number(whole['minimum'] ?? 1))
  return ofFormats[String(whole['format'])] ?? 'Exemplo'
}

function sampleObject(whole: JsonSchema, document: ApiDocument): Record<string, unknown> {
  const properties = (whole['properties'] ?? {}) as Record<string, JsonSchema>
  const written = Object.keys(properties).filter((name) => {
    const { type, format, readOnly } = flattened(properties[name]!, document)
    return readOnly !== true && format === undefined && [type].flat().includes('string')
  })
  const required = (whole['required'] ?? []) as string[]
  const names = new Set([...required, ...written.slice(0, required.length > 0 ? 1 : 2)])
  return Object.fromEntries([...names].map((name) => [name, sample(properties[name] ?? {}, document)]))
}

/** The schema without `$ref` and `allOf`. */
function flattened(schema: JsonSchema, document: ApiDocument): JsonSchema {
  const { $ref, allOf = [], ...own } = schema as JsonSchema & { $ref?: string; allOf?: JsonSchema[] }
  const named = $ref === undefined ? [] : [document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}]
  const parts = [...named, ...allOf].map((part) => flattened(part, document))
  if (parts.length === 0) return own
  const all = [...parts, own]
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: [...new Set(all.flatMap(({ required }) => (required ?? []) as string[]))],
  } as JsonSchema
}
