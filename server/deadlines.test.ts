import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import Fastify from 'fastify'
import { answerInTime } from './deadlines.ts'

/** A server whose only answer is a stream, sent when `begin` is called. */
function serverOf({ answerMs }: { answerMs: number }) {
  const app = Fastify()
  answerInTime(app, { answerMs })
  const stream = Readable.from(['texto'])
  const { promise, resolve } = Promise.withResolvers<void>()
  const handled = Promise.withResolvers<void>()
  app.get('/', async (_, reply) => {
    await promise
    void reply.send(stream)
    handled.resolve()
    return reply
  })
  return { app, stream, begin: resolve, handled: handled.promise }
}

test('a stream that is sent after the deadline is closed', async () => {
  const { app, stream, begin, handled } = serverOf({ answerMs: 1 })
  const { statusCode } = await app.inject('/')
  begin()
  await handled
  assert.equal(statusCode, 503)
  assert.ok(stream.destroyed)
  await app.close()
})

test('a stream that is sent in time is read', async () => {
  const { app, begin } = serverOf({ answerMs: 600_000 })
  begin()
  const { statusCode, body } = await app.inject('/')
  assert.deepEqual([statusCode, body], [200, 'texto'])
  await app.close()
})
