import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const { app, as, make, visitor } = await testApp()

const folder = mkdtempSync(join(tmpdir(), 'agremia-client-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** What a program does with the generated client: the types are those of the document, and TypeScript checks each line. */
const journey = `
import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const [baseUrl = '', secret = '', categoryId = ''] = process.argv.slice(2)
const api = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + secret } })

/** The data of an answer. Throws for a problem. */
function dataOf<T>({ data, error }: { data?: { data: T }; error?: { message: string } }): T {
  if (!data) throw new Error(error?.message)
  return data.data
}

const member = dataOf(
  await api.POST('/members', {
    params: { header: { 'Idempotency-Key': 'primeiro' } },
    body: { name: 'Amélia Duarte', categoryId, admissionDate: '2026-01-01' },
  }),
)
const again = dataOf(
  await api.POST('/members', {
    params: { header: { 'Idempotency-Key': 'primeiro' } },
    body: { name: 'Amélia Duarte', categoryId, admissionDate: '2026-01-01' },
  }),
)
const found = dataOf(await api.GET('/members', { params: { query: { _search: 'amelia duarte', _sort: ['-memberNumber'] } } }))
const path = { id: member._id }
const changed = dataOf(
  await api.PATCH('/members/{id}', { params: { path }, body: { _version: member._version, city: 'Aveiro' } }),
)
const stale = await api.PATCH('/members/{id}', { params: { path }, body: { _version: member._version, city: 'Braga' } })
const quota = dataOf(
  await api.POST('/unsettled_payments', {
    body: { memberId: member._id, type: 'quota', year: 2026, amount: 24.5, dueDate: '2026-03-31' },
  }),
)
const payment = dataOf(
  await api.POST('/payments', {
    body: {
      memberId: member._id,
      date: '2026-04-01',
      amount: 10,
      method: 'transfer',
      items: [{ unsettledPaymentId: quota._id, amount: 10 }],
    },
  }),
)
const statement = dataOf(await api.GET('/members/{id}/statement', { params: { path } }))
const receipt = dataOf(await api.GET('/payments/{id}/receipt', { params: { path: { id: payment._id } } }))
const refused = await api.POST('/messages/release', { body: { all: true } })
const wrong = await api.POST('/members', { body: { name: '', categoryId } })

console.log(
  JSON.stringify({
    isRepeated: again._id === member._id,
    found: found.map(({ name }) => name),
    city: changed.city,
    stale: [stale.response.status, stale.error && 'data' in stale.error ? stale.error.data?.city : undefined],
    open: dataOf(await api.GET('/unsettled_payments/{id}', { params: { path: { id: quota._id } } })).openAmount,
    balance: statement.balance,
    receipt: receipt.receipt.total,
    refused: [refused.response.status, refused.error?.code],
    wrong: [wrong.response.status, wrong.error && 'errors' in wrong.error && Object.keys(wrong.error.errors ?? {})],
  }),
)
`

test('a client generated from the document compiles and does the work of a program', async () => {
  writeFileSync(join(folder, 'openapi.json'), (await visitor.get('/openapi.json')).text)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'journey.ts'), journey)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const generator = join(root, 'client-generator/node_modules/openapi-typescript/bin/cli.js')
  await run(process.execPath, [generator, 'openapi.json', '-o', 'api.d.ts', '--default-non-nullable=false'], {
    cwd: folder,
  })
  const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--skipLibCheck', '--types', 'node']
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, ...strict, '--allowImportingTsExtensions', 'journey.ts'], {
    cwd: folder,
  }).catch(({ stdout }: { stdout: string }) => assert.fail(stdout))

  const admin = await as('admin')
  const scopes =
    'members:read members:write unsettled_payments:read unsettled_payments:write payments:read payments:write'
  const { _id } = succeeded(await admin.post('/api_secrets', { name: 'Programa', scopes }))
  const { secret } = succeeded(await admin.post(`/api_secrets/${_id}/issue`, {}))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { stdout } = await run(
    process.execPath,
    ['journey.ts', `${address}/api`, String(secret), (await make.category())._id],
    { cwd: folder },
  )
  assert.deepEqual(JSON.parse(stdout), {
    isRepeated: true,
    found: ['Amélia Duarte'],
    city: 'Aveiro',
    stale: [409, 'Aveiro'],
    open: 14.5,
    balance: 14.5,
    receipt: '10,00\u00A0€',
    refused: [403, 'missingScope'],
    wrong: [422, ['name', 'admissionDate']],
  })
})
