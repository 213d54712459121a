import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { createSmtp, smtpSettings, type SmtpServer } from './smtp.ts'

const requiresTls = (url: string) => smtpSettings({ url }).options.requireTLS

/** A server with the library's own certificate, which nobody has signed. Counts the messages. */
async function start(options: ConstructorParameters<typeof SMTPServer>[0]) {
  const counts = { messages: 0 }
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onData(stream, _session, done) {
      counts.messages++
      stream.resume().on('end', done)
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => new Promise<void>((resolve) => server.close(resolve)))
  return { counts, port: (server.server.address() as AddressInfo).port }
}

async function send(server: SmtpServer) {
  const smtp = createSmtp(server, { connection: 30_000, silence: 30_000 })
  const envelope = { from: 'a@exemplo.pt', to: 'b@exemplo.pt' }
  const outcome = await smtp.send(envelope, Buffer.from('Subject: x\r\n\r\nOlá\r\n'))
  smtp.close()
  return outcome
}

describe('a mail server', () => {
  test('on another machine must offer TLS, unless its URL says otherwise', () => {
    assert.equal(requiresTls('smtp://ana:segredo@smtp.exemplo.pt:587'), true)
    assert.equal(requiresTls('smtp://smtp.exemplo.pt'), true)
    assert.equal(requiresTls('smtp://10.0.0.5:25?ignoreTLS=true'), false)
    assert.equal(requiresTls('smtp://localhost:1025'), false)
    assert.equal(requiresTls('smtp://127.0.0.1:1025'), false)
  })

  test('that offers no TLS gets nothing where TLS is required', async () => {
    const { counts, port } = await start({ disabledCommands: ['STARTTLS', 'AUTH'] })
    const host = '127.0.0.1'
    assert.equal((await send({ host, port, security: 'starttls' })).kind, 'postponed')
    assert.equal((await send({ url: `smtp://${host}:${port}?requireTLS=true` })).kind, 'postponed')
    assert.equal(counts.messages, 0)
    assert.equal((await send({ host, port, security: 'none' })).kind, 'sent', 'the server works')
    assert.equal(counts.messages, 1)
  })

  test('with a certificate that nobody has signed gets nothing', async () => {
    const [starttls, tls] = [await start({}), await start({ secure: true })]
    const host = '127.0.0.1'
    assert.equal((await send({ host, port: starttls.port, security: 'starttls' })).kind, 'postponed')
    assert.equal((await send({ host, port: tls.port, security: 'tls' })).kind, 'postponed')
    assert.equal(starttls.counts.messages + tls.counts.messages, 0)
  })
})
