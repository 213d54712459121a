import assert from 'node:assert/strict'
import dns from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { after, describe, mock, test } from 'node:test'
import { startLocalService } from '../testing/local-service.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { isPublicAddress, publicLookup } from '../private-addresses.ts'
import { runClock, messageTools } from './testing.ts'

const provider = await startLocalService('{"aceite":true}')
after(() => provider.close())
const port = provider.host.split(':')[1]

const here = await testApp()
const { app, as, sql } = here
const { tell, becomes, stateOf } = messageTools(here)
runClock(here)
const admin = await as('admin')
await sql(`UPDATE message_settings SET channel = 'sms' WHERE name = 'welcome'`)

/** Addresses of the mocked DNS; other names are resolved by the system. */
const names = new Map<string, LookupAddress[]>()
const systemLookup = dns.lookup
const mocked = mock.method(
  dns,
  'lookup',
  (name: string, options: never, callback: (...answer: unknown[]) => void) => {
    const known = names.get(name)
    if (known) process.nextTick(() => callback(null, known))
    else if (name.endsWith('.example')) process.nextTick(() => callback(new Error(`ENOTFOUND ${name}`)))
    else systemLookup(name, options, callback as never)
  },
)
after(() => mocked.mock.restore())
const resolves = (name: string, ...addresses: string[]) =>
  names.set(
    name,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )

const save = (value: string) => admin.patch('/settings/smsUrl', { value })
/** Stores a URL without validation, as an earlier version could. */
async function store(value: string): Promise<void> {
  await sql(`UPDATE settings SET value = $1 WHERE name = 'smsUrl'`, [value])
  app.world.dropCaches('settings')
}
let counter = 0
/** Checks that a message and a test message fail with the reason, and that no request is made. */
async function assertNotSent(): Promise<void> {
  const mobile = `+35191234${String(6000 + ++counter)}`
  await tell('', { to: { name: 'Ana Reis', mobile } })
  await becomes(mobile, 'failed')
  assert.match((await stateOf(mobile))?.error ?? '', /leva a uma rede privada/)
  const testResult = succeeded(await admin.post('/messages/test', { channel: 'sms', to: '912345678' }))
  assert.equal(testResult['outcome'], 'failed')
  assert.match(String(testResult['detail']), /leva a uma rede privada.*SMS_ALLOW_PRIVATE/)
  assert.deepEqual(provider.received, [])
}

const privateHosts = [
  '127.0.0.1',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '0.0.0.0',
  '10.0.0.5',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[fe80::1]',
  '[fd00::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
]

describe('the URL of the SMS service', () => {
  test('is rejected when its host is a private address, in any notation', async () => {
    for (const host of privateHosts)
      for (const url of [`http://${host}:${port}/envios`, `https://${host}/?n={to}&t={text}`]) {
        const { status, body } = await save(url)
        assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['value']], url)
        assert.match(body.errors['value']?.[0] ?? '', /rede privada.*SMS_ALLOW_PRIVATE=true/)
      }
    for (const url of ['mailto:envios@exemplo.pt', 'file:///envios', 'https:', 'javascript:alert(1)'])
      assert.equal((await save(url)).status, 422, url)
    assert.equal(succeeded(await admin.get('/settings/smsUrl'))['value'], '')
  })

  test('is rejected when its host resolves only to private addresses', async () => {
    resolves('interno.example', '10.0.0.1', 'fd00::1')
    for (const url of ['https://interno.example/sms', 'http://localhost/sms'])
      assert.equal((await save(url)).status, 422, url)
  })

  test('is saved when its host is public, or does not resolve yet', async () => {
    resolves('sms.example', '93.184.216.34', '10.0.0.1')
    for (const url of [
      'https://sms.example/a?t={text}',
      'https://ainda-nao.example/',
      'https://8.8.8.8/',
      '',
    ])
      assert.equal(succeeded(await save(url))['value'], url)
    const { status, body } = await save('http://8.8.8.8/')
    assert.deepEqual([status, body.errors['value']?.length], [422, 1], 'not unencrypted')
    assert.match(body.errors['value']![0]!, /https/)
  })

  test('is not used when it was stored without validation and is private', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      await store(`http://${host}:${port}/envios`)
      await assertNotSent()
    }
  })

  test('is not used when its host resolves to a private address later', async () => {
    resolves('muda.example', '93.184.216.34')
    succeeded(await save(`https://muda.example:${port}/envios`))
    resolves('muda.example', '127.0.0.1')
    await assertNotSent()
  })
})

test('publicLookup: returns only the public addresses of a host', async () => {
  resolves('ambos.example', '127.0.0.1', '93.184.216.34', '::1', '2606:4700::1111')
  const found = await new Promise((resolve, reject) =>
    publicLookup('ambos.example', { all: true }, (error, addresses) =>
      error ? reject(error) : resolve((addresses as LookupAddress[]).map(({ address }) => address)),
    ),
  )
  assert.deepEqual(found, ['93.184.216.34', '2606:4700::1111'])
})

test('isPublicAddress: strings that are no address are not public', () => {
  for (const address of ['', 'exemplo.pt', '1.2.3', 'fe80::1%eth0'])
    assert.equal(isPublicAddress(address), false)
})
