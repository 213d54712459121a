import assert from 'node:assert/strict'
import dns from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { after, describe, mock, test } from 'node:test'
import { NoAnswer, sendRequest } from '../../outgoing-request.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { until } from '../../testing/wait.ts'
import { makeWebhook, startReceiver } from '../testing.ts'

const receiver = await startReceiver()
const { port } = new URL(receiver.url)
const { as, sql } = await testApp()
const admin = await as('admin')
const allow = (value: boolean) =>
  admin.patch('/settings/webhooksAllowPrivate', { value: String(value) }).then(succeeded)

/** The answers of the mocked DNS, the last one for all further questions; other names are resolved by the system. */
const answers = new Map<string, string[][]>()
const asked: string[] = []
const systemLookup = dns.lookup
const mocked = mock.method(
  dns,
  'lookup',
  (name: string, options: never, callback: (...answer: unknown[]) => void) => {
    const known = answers.get(name)
    if (!known) return systemLookup(name, options, callback as never)
    asked.push(name)
    const addresses = (known.length > 1 ? known.shift() : known[0]) ?? []
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
    process.nextTick(() => callback(null, found))
  },
)
after(() => mocked.mock.restore())

const errorOf = async (url: string) => {
  const { status, body } = await admin.post('/webhooks/validate', {
    name: 'X',
    url,
    events: 'members.created',
  })
  assert.equal(status, 200)
  return body.errors['url']?.[0]
}
async function problemOf(url: string): Promise<string> {
  answers.set('muda.example', [['93.184.216.34']])
  const { id } = await makeWebhook(admin, 'https://muda.example/', 'members.created')
  // As if saved earlier, or with the setting on.
  await sql('UPDATE webhooks SET url = $2 WHERE id = $1', [id, url])
  succeeded(await admin.post(`/webhooks/${id}/send_test`))
  const delivery = async () => (await admin.get(`/webhooks/${id}/webhook_deliveries`)).body.data[0]
  await until(async () => (await delivery())?.['attempts'] === 1)
  const problem = String((await delivery())?.['problem'])
  await admin.delete(`/webhooks/${id}`)
  return problem
}

describe('private addresses', () => {
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0.0.0.0',
    '10.0.0.5',
    '100.64.0.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fd00::1]',
    'localhost',
  ]

  test('are refused at the field, in any notation, also when a name leads there', async () => {
    answers.set('interno.example', [['10.0.0.1', 'fd00::1']])
    for (const host of [...hosts, 'interno.example'])
      assert.match((await errorOf(`https://${host}/eventos`)) ?? '', /rede privada ou a esta máquina/, host)
  })

  test('get nothing, when they were saved earlier', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', 'interno.example'])
      assert.match(await problemOf(`http://${host}:${port}/`), /rede privada/, host)
    assert.deepEqual(receiver.received, [])
  })

  test('get nothing, when a name begins to lead there', async () => {
    answers.set('troca.example', [['127.0.0.1']])
    assert.match(await problemOf(`http://troca.example:${port}/`), /rede privada/)
    assert.deepEqual(receiver.received, [])
  })

  test('get nothing, when the name would lead there at a second question: the connection goes to the checked address', async () => {
    asked.length = 0
    answers.set('troca.example', [['93.184.216.34'], ['127.0.0.1']])
    const request = { method: 'POST', body: '{}', allowPrivate: false, timeout: 300, answerSize: 100 }
    await assert.rejects(sendRequest(new URL(`http://troca.example:${port}/`), request), NoAnswer)
    assert.deepEqual(asked, ['troca.example'])
    assert.deepEqual(receiver.received, [])
  })

  test('are allowed by a setting of administrators, also by http', async () => {
    const editor = await as('editor')
    assert.equal((await editor.patch('/settings/webhooksAllowPrivate', { value: 'true' })).status, 403)
    await allow(true)
    assert.equal(await errorOf(receiver.url), undefined)
    const { id } = await makeWebhook(admin, receiver.url, 'members.created')
    succeeded(await admin.post(`/webhooks/${id}/send_test`))
    await until(() => receiver.received.length === 1)
    answers.set('publico.example', [['93.184.216.34']])
    assert.match((await errorOf('http://publico.example/')) ?? '', /Tem de começar por https/)
    await allow(false)
  })
})

test('other addresses are refused with the reason, and good ones are not', async () => {
  answers.set('publico.example', [['93.184.216.34']])
  const expected: [string, RegExp | undefined][] = [
    ['', /obrigatório|Preencha/i],
    ['exemplo', /endereço completo/],
    ['ftp://publico.example/', /endereço completo/],
    ['javascript:alert(1)', /endereço completo/],
    ['https://', /endereço completo/],
    ['https://publico.example:99999/', /não está completo/],
    ['https://[::1', /não está completo/],
    ['https://nome:senha@publico.example/', /não leva nome nem palavra-passe/],
    ['http://publico.example/', /Tem de começar por https/],
    ['https://publico.example/eventos?chave=1', undefined],
    ['https://publico.example:8443/', undefined],
  ]
  for (const [url, pattern] of expected) {
    const error = await errorOf(url)
    if (pattern) assert.match(error ?? '', pattern, url)
    else assert.equal(error, undefined, url)
  }
})
