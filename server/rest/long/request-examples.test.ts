import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { type ApiDocument, requestExamples } from '@agremia/resources/request-examples.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const { app, as, make, visitor } = await testApp()
const folder = mkdtempSync(join(tmpdir(), 'agremia-examples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const document = (await visitor.get('/openapi.json')).body as unknown as ApiDocument
const examples = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId: name, requestBody }]) => {
    const [type] = Object.keys(requestBody?.content ?? {})
    return { name, path, method, type, ...requestExamples(document, { path, method, origin }) }
  }),
)

/** The arguments of each curl command, as a shell reads them. */
async function argumentsOf(commands: string[]): Promise<string[][]> {
  const stub = String.raw`curl() { printf '%s\0' "$@"; printf '\0'; }; uuidgen() { echo one; }`
  // As a file: together they are longer than an argument may be.
  const script = join(folder, 'commands.sh')
  writeFileSync(script, [stub, ...commands].join('\n'))
  const { stdout } = await run('sh', ['-u', script], {
    env: { PATH: process.env['PATH'], AGREMIA_SECRET: 'agr_1', AGREMIA_TOKEN: 'token' },
    maxBuffer: 10_000_000,
  })
  const whole = stdout.split('\0\0').slice(0, -1)
  return whole.map((one) => one.split('\0'))
}

test('each curl command asks this installation alone, with a body that can be parsed', async () => {
  const all = await argumentsOf(examples.map(({ curl }) => curl))
  assert.equal(all.length, examples.length)
  for (const [index, given] of all.entries()) {
    const { name, path, method, type } = examples[index]!
    const urls = given.filter((one) => one.startsWith('http'))
    assert.equal(urls.length, 1, name)
    const { pathname } = new URL(urls[0]!)
    assert.match(urls[0]!, new RegExp(String.raw`^${origin.replaceAll('.', String.raw`\.`)}/api/?`), name)
    const pattern = path === '/' ? '/?' : path.replaceAll(/\{\w+\}/g, '[^/{}]+')
    assert.match(pathname, new RegExp(`^/api${pattern}$`), name)
    assert.equal(
      given[given.indexOf('--request') + 1],
      method === 'get' ? given[0] : method.toUpperCase(),
      name,
    )
    if (type !== 'application/json') continue
    assert.doesNotThrow(() => JSON.parse(given[given.indexOf('--data') + 1]!), name)
  }
})

test('values of the document are quoted for the shell and for TypeScript', async () => {
  const hostile = `it's "$(touch ${folder}/written)" \${x} \`id\` \\ \n end`
  const schema = { type: 'object', required: ['a b'], properties: { 'a b': { default: hostile } } }
  const quoted: ApiDocument = {
    servers: [{ url: '/api' }],
    components: { schemas: {}, parameters: {} },
    paths: {
      '/x': {
        post: {
          operationId: 'x',
          summary: '',
          tags: [],
          security: [{}],
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 204: {} },
        },
      },
    },
  }
  const { curl, typescript } = requestExamples(quoted, { path: '/x', method: 'post', origin })
  const [given = []] = await argumentsOf([curl])
  assert.deepEqual(JSON.parse(given.at(-1)!), { 'a b': hostile })
  const code = typescript.replace(/const answer[\s\S]*/, 'console.log(body)')
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code])
  assert.deepEqual(JSON.parse(stdout), { 'a b': hostile })
  assert.throws(() => readFileSync(join(folder, 'written')), { code: 'ENOENT' })
})

test('each example in TypeScript compiles under --strict', async () => {
  const place = join(folder, 'compiled')
  mkdirSync(place)
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
  for (const { name, typescript } of examples) writeFileSync(join(place, `${name}.ts`), typescript)
  const options = { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: true, types: ['node'] }
  const compilerOptions = { ...options, target: 'esnext', moduleDetection: 'force' }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '-p', place]).catch(({ stdout }: { stdout: string }) =>
    assert.fail(stdout.slice(0, 2000)),
  )
})

test('the examples do what they say, with the secret of a program', async () => {
  const admin = await as('admin')
  const scopes = 'members:read members:write member_categories:read member_categories:write'
  const { _id } = succeeded(await admin.post('/api_secrets', { name: 'Exemplos', scopes }))
  const { secret } = succeeded(await admin.post(`/api_secrets/${_id}/issue`, {}))
  const category = await make.category()
  const member = await make.member({ name: 'Ana Prazeres' })
  const options = { cwd: folder, env: { PATH: process.env['PATH'], AGREMIA_SECRET: String(secret) } }
  const filledIn = (text: string, id: string) => text.replaceAll('01890a5d-ac96-774b-bcce-b302099a8057', id)
  const exampleOf = (name: string) => examples.find((one) => one.name === name)!
  const curl = (name: string, id = '') =>
    run('sh', ['-c', filledIn(exampleOf(name).curl, id)], options).then(({ stdout }) => JSON.parse(stdout))
  const node = (name: string, id = '') =>
    run(process.execPath, ['--input-type=module', '-e', filledIn(exampleOf(name).typescript, id)], options)

  const listed = (await curl('listMembers')) as { data: { name: string }[]; meta: { limit: number } }
  assert.deepEqual([listed.data.map(({ name }) => name), listed.meta.limit], [['Ana Prazeres'], 10])
  const created = (await curl('createMembers', category._id)) as { data: { name: string } }
  assert.equal(created.data.name, 'Exemplo')
  const changed = (await curl('modifyMembers', member._id)) as { data: { _version: number } }
  assert.equal(changed.data._version, 2)
  assert.match((await node('createMembers', category._id)).stdout, /name: 'Exemplo'/)
  await node('exportManyMembers')
  assert.match(readFileSync(join(folder, 'ficheiro'), 'utf8'), /Exemplo/)
  await assert.rejects(node('createMembers', member._id), /422/)
  await assert.rejects(curl('listPayments'), /403/)
})
