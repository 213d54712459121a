import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { test } from 'node:test'
import { samplePhoto } from '../../testing/sample-photo.ts'
import { testApp } from '../../testing/test-app.ts'
import { until } from '../../testing/wait.ts'

// Every test fails if a warning or an error was logged.
const { app, as, make, sql, takeErrors } = await testApp({ config: { logLevel: 'warn' } })
await app.listen({ port: 0, host: '127.0.0.1' })
const sockets = new Set<Socket>()
app.server.on('connection', (socket: Socket) => {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
})
const admin = await as('admin')
const person = await make.person()
await sql(
  `INSERT INTO contacts (id, person_id, type, value, notes)
   SELECT gen_random_uuid(), $1, 'other', 'n' || n, (SELECT string_agg(md5(n::text || m::text), '') FROM generate_series(1, 15) m)
   FROM generate_series(1, 20000) n`,
  [person._id],
)

const close = (socket: Socket) => socket.destroy()
const reset = (socket: Socket) => socket.resetAndDestroy()
/** Ways in which a client disconnects. */
const ways = { closes: close, resets: reset }

async function begin(text: string): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(text, resolve))
  return socket
}

/** Waits until the server noticed and released everything. */
async function everythingReleased(): Promise<void> {
  await until(() => sockets.size === 0, 'the end of the connections')
  await until(
    () => app.world.database.pool.idleCount === app.world.database.pool.totalCount,
    'a pool without connections in use',
  )
  assert.equal((await admin.get('/members')).status, 200)
}

const request = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.tokens.access}\r\n${more}\r\n`

for (const [verb, disconnect] of Object.entries(ways)) {
  test(`a client who ${verb} within a body is not logged`, async () => {
    const socket = await begin(
      `${request('POST /api/people', 'content-type: application/json\r\ncontent-length: 1000\r\n')}{"name":`,
    )
    await until(() => [...sockets].some(({ bytesRead }) => bytesRead > 0), 'the beginning of the body')
    disconnect(socket)
    await everythingReleased()
  })

  test(`a client who ${verb} within an upload is not logged, and nothing is stored`, async () => {
    const photo = await samplePhoto(1)
    const socket = await begin(
      `${request(`POST /api/person_photos/${person._id}`, 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n')}` +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
    )
    socket.write(photo.subarray(0, 5000))
    await until(() => [...sockets].some(({ bytesRead }) => bytesRead > 5000), 'the beginning of the photo')
    disconnect(socket)
    await everythingReleased()
    assert.deepEqual(await sql('SELECT id FROM stored_files'), [])
  })

  for (const path of ['/contacts?_limit=-1', '/contacts/export', '/contacts/export?format=xlsx'])
    test(`a client of ${path} who ${verb} midway is not logged`, async () => {
      const socket = await begin(request(`GET /api${path}`))
      await once(socket, 'data')
      disconnect(socket)
      await everythingReleased()
    })

  test(`a client who ${verb} before the response is not logged`, async () => {
    for (const path of ['/contacts?_limit=-1', '/members', '/people?_search=a'])
      disconnect(await begin(request(`GET /api${path}`)))
    await everythingReleased()
  })
}

test('an internal error is logged even if the client has disconnected', async () => {
  const { pool } = app.world.database
  const { query } = pool
  const socket = await begin('')
  pool.query = (async () => {
    socket.destroy()
    await until(() => sockets.size === 0, 'the end of the connection')
    throw new Error('broken on purpose')
  }) as unknown as typeof pool.query
  const logged: string[] = []
  try {
    socket.write(request(`GET /api/people/${person._id}`))
    await until(() => logged.push(...takeErrors()) > 0, 'a log line')
  } finally {
    pool.query = query
  }
  assert.match(logged.join(), /a request failed/)
})
