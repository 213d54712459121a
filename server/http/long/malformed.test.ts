import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { startRealProcess } from '../../testing/real-process.ts'
import { testDatabase } from '../../testing/test-database.ts'

const database = await testDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'agremia-malformed-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
// A separate process: an uncaught error ends it, as it would in production.
const server = await startRealProcess({ databaseUrl: database.url, dataDir })
const { port, hostname } = new URL(server.origin)

/** Number of streams; `MALFORMED_STREAMS=200000` for more. */
const streams = Number(process.env['MALFORMED_STREAMS'] ?? 6000)
/** Concurrent sockets. */
const concurrency = 50
/** Milliseconds to wait for a response after the last byte. */
const linger = 20

/** Sends the parts in sequence and returns the response until either side closes. */
function exchange(parts: readonly string[], { wait = linger } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (data) => (received += data.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    socket.on('connect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return
        socket.write(part, 'latin1')
        if (parts.length > 1) await sleep(1)
      }
      await sleep(wait)
      socket.destroy()
    })
  })
}

const paths = [
  '/',
  '/api',
  '/api/members',
  '/api/auth',
  '/api/websocket',
  '/api/websocket/',
  '/v/x',
  '*',
  '//',
  '/%',
  '/\u0000',
]
const methods = ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'get', 'G T', '']
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '']
const headers = [
  'Connection: Upgrade',
  'Connection: close',
  'Connection: keep-alive, Upgrade',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Upgrade: ',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Version: 99',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Key: x',
  'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99999',
  'Sec-WebSocket-Protocol: \u0001',
  'Content-Length: 20',
  'Content-Length: 4',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: x',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Type: multipart/form-data',
  'Expect: 100-continue',
  'Expect: nothing',
  'Authorization: Bearer x.y.z',
  'Accept-Encoding: gzip, br',
  'Range: bytes=0-,-1',
  'Host: x',
  'Host: ',
  'No colon',
  ': no name',
  `X: ${'y'.repeat(20_000)}`,
]
const bodies = [
  '',
  '{"a"',
  '{}',
  'a=b',
  '4\r\n{"a"\r\n',
  '4\r\n{}  \r\n0\r\n\r\n',
  'fffffffffffffffff\r\n',
  '--x\r\n',
  'z\r\n',
  '\u0081\u0085abcd',
]

const request = fc
  .record({
    method: fc.constantFrom(...methods),
    path: fc.constantFrom(...paths),
    version: fc.oneof({ weight: 6, arbitrary: fc.constant('HTTP/1.1') }, fc.constantFrom(...versions)),
    headers: fc.array(fc.constantFrom(...headers), { maxLength: 7 }),
    body: fc.oneof(fc.constantFrom(...bodies), fc.string({ unit: 'binary', maxLength: 40 })),
    lineEnd: fc.oneof({ weight: 8, arbitrary: fc.constant('\r\n') }, fc.constantFrom('\n', '\r')),
  })
  .map(({ method, path, version, headers: lines, body, lineEnd }) =>
    [`${method} ${path} ${version}`, ...lines, '', body].join(lineEnd),
  )

/** One or more requests in a stream, cut off or split at a random place. */
const stream = fc
  .tuple(
    fc.array(request, { minLength: 1, maxLength: 3 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.boolean(),
  )
  .map(([requests, cut, isCut]) => {
    const whole = requests.join('')
    const middle = Math.floor(whole.length * cut)
    return isCut ? [whole.slice(0, middle)] : [whole.slice(0, middle), whole.slice(middle)]
  })

/** Sends a GET that must work in spite of the streams. Returns its duration in ms. */
async function timeConcurrentRequest(): Promise<number> {
  const began = performance.now()
  const { status } = await fetch(`${server.origin}/api/`)
  assert.equal(status, 200)
  return performance.now() - began
}

test('an upgrade with an incomplete body does not end the process', async () => {
  const cut = (path: string, method: string) =>
    exchange([
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"a"`,
    ])
  for (const path of ['/api/members', '/api/websocket', '/api/auth', '/nothing', '/']) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) await cut(path, method)
  }
  await timeConcurrentRequest()
  assert.ok(server.isAlive())
})

test('an upgrade to another protocol or path is ignored', async () => {
  const ask = (path: string, upgrade: string) =>
    exchange(
      [`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\n\r\n`],
      { wait: 5000 },
    )
  assert.match(await ask('/api/', 'h2c'), /^HTTP\/1\.1 200 /)
  assert.match(await ask('/api/members', 'websocket'), /^HTTP\/1\.1 401 /)
})

test('malformed HTTP neither ends the process nor blocks valid requests', { timeout: 600_000 }, async (t) => {
  let [slowest, sent] = [0, 0]
  for (const seed = Date.now(); sent < streams; sent += concurrency) {
    const batch = fc.sample(stream, { seed: seed + sent, numRuns: concurrency })
    const open = Promise.all(batch.map((parts) => exchange(parts)))
    slowest = Math.max(slowest, await timeConcurrentRequest())
    await open
    assert.ok(server.isAlive(), `ended by one of ${JSON.stringify(batch)}`)
  }
  t.diagnostic(`${sent} streams; the slowest good request beside them took ${Math.round(slowest)} ms`)
})
