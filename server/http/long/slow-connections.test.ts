import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { samplePhoto } from '../../testing/sample-photo.ts'
import { testApp } from '../../testing/test-app.ts'
import { until } from '../../testing/wait.ts'

const limits = { checkMs: 20, bodyMs: 200, bodyBytesPerSecond: 1000, headersMs: 200, connections: 8 }
const { app, as, make } = await testApp({ limits, config: { logLevel: 'warn' } })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const { tokens } = await as('editor')
const authorization = `authorization: Bearer ${tokens.access}\r\n`
const person = await make.person()

function open(): Socket {
  return connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
}

/** Reads until the connection closes. The last bytes may be lost while the server is still being written to. */
async function answerOn(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (part) => (text += String(part)))
  await until(() => socket.closed, 'the end of the connection')
  return text
}

/** Writes a part every 20 ms until the socket closes, or `times` times. */
async function drip(socket: Socket, part: string | Buffer, times = Number.POSITIVE_INFINITY): Promise<void> {
  for (let time = 0; time < times && !socket.destroyed; time++) {
    socket.write(part)
    await sleep(20)
  }
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

test('a body that stops arriving is answered 408 and the connection closed', async () => {
  const socket = open()
  const answer = answerOn(socket)
  socket.write(
    `POST /api/people HTTP/1.1\r\nhost: x\r\n${authorization}content-type: application/json\r\ncontent-length: 100000\r\n\r\n`,
  )
  await drip(socket, ' ', 3)
  assert.equal(statusOf(await answer), 408)
  assert.match(await answer, /O pedido demorou demasiado a chegar/)
})

test('an upload that trickles in is closed and its turn released', async () => {
  const sockets = Array.from({ length: 3 }, open)
  const answers = sockets.map(answerOn)
  for (const socket of sockets)
    socket.write(
      'POST /api/application_form/photo HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
    )
  await Promise.all(sockets.map((socket) => drip(socket, 'x')))
  await Promise.all(answers)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await samplePhoto(1))]), 'a.jpg')
  const next = await fetch(`${address}/api/application_form/photo`, { method: 'POST', body: form })
  assert.equal(next.status, 201)
  await next.arrayBuffer()
})

test('a slow upload that keeps arriving is accepted', async () => {
  const photo = await samplePhoto(2)
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const tail = '\r\n--b--\r\n'
  const socket = open()
  const answer = answerOn(socket)
  socket.write(
    `POST /api/person_photos/${person._id} HTTP/1.1\r\nhost: x\r\n${authorization}connection: close\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${head.length + photo.length + tail.length}\r\n\r\n${head}`,
  )
  // Longer than the limit for a body without progress.
  const parts = Math.ceil((limits.bodyMs * 3) / 20)
  const size = Math.ceil(photo.length / parts)
  for (let part = 0; part < parts; part++)
    await drip(socket, photo.subarray(part * size, (part + 1) * size), 1)
  socket.write(tail)
  assert.equal(statusOf(await answer), 201)
})

test('headers that never end are answered 408', async () => {
  const socket = open()
  const answer = answerOn(socket)
  socket.write('GET /api HTTP/1.1\r\nhost: x\r\n')
  assert.equal(statusOf(await answer), 408)
  assert.match(await answer, /O pedido demorou demasiado a chegar/)
})

test('invalid HTTP is answered in Portuguese', async () => {
  const socket = open()
  const answer = answerOn(socket)
  socket.write('nada\r\n\r\n')
  assert.equal(statusOf(await answer), 400)
  assert.match(await answer, /O pedido não pôde ser lido/)
})

test('WebSockets stay open even if idle', async () => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/websocket`)
  await once(socket, 'open')
  const late = open()
  const answer = answerOn(late)
  late.write(
    'POST /api/auth HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n',
  )
  // Began after the WebSocket, but is closed before.
  assert.equal(statusOf(await answer), 408)
  assert.equal(socket.readyState, WebSocket.OPEN)
  socket.close()
  await once(socket, 'close')
})

test('connections above the limit are closed', async () => {
  const sockets = Array.from({ length: limits.connections }, open)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  assert.equal(await answerOn(open()), '')
  for (const socket of sockets) socket.destroy()
})
