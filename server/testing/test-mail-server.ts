import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { SMTPServerSession } from 'smtp-server'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string
  /** As received, with encoded lines; see `decoded`. */
  raw: string
}

/** Reaction to a message: accept, reject with a code, drop the connection, or never answer. */
export type Reply =
  | 'take'
  | { code: number; at: 'recipient' | 'data' }
  | { drop: 'recipient' | 'data' }
  | 'silence'

/** A real SMTP server for tests, with configurable reactions, that records messages. */
export interface TestMailServer {
  readonly url: string
  readonly port: number
  readonly received: ReceivedMail[]
  /** Called for each message, by recipient. */
  reply: (recipient: string) => Reply | Promise<Reply>
  to(recipient: string): ReceivedMail[]
  close(): Promise<void>
}

export async function startTestMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  type Done = (refused?: Error) => void

  async function answerRecipient(address: string, session: SMTPServerSession, done: Done): Promise<void> {
    const reply = await mail.reply(address)
    if (typeof reply === 'object' && 'drop' in reply && reply.drop === 'recipient')
      return drop(server, session)
    const isRefused = typeof reply === 'object' && 'code' in reply && reply.at === 'recipient'
    done(isRefused ? refusal(reply.code) : undefined)
  }

  async function takeContent(stream: Readable, session: SMTPServerSession, done: Done): Promise<void> {
    // A killed client leaves its message incomplete.
    const content = await buffer(stream).catch(() => undefined)
    if (!content) return
    const to = session.envelope.rcptTo[0]?.address ?? ''
    const reply = await mail.reply(to)
    if (reply === 'silence') return
    if (reply !== 'take' && 'drop' in reply) return drop(server, session)
    if (reply !== 'take' && reply.at === 'data') return done(refusal(reply.code))
    const { mailFrom } = session.envelope
    received.push({ from: mailFrom === false ? '' : mailFrom.address, to, raw: content.toString('utf8') })
    done()
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Ends connections that clients keep open.
    closeTimeout: 1,
    logger: false,
    onRcptTo({ address }, session, done) {
      void answerRecipient(address, session, done)
    },
    onData(stream, session, done) {
      void takeContent(stream, session, done)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const mail: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    reply: () => 'take',
    to: (recipient) => received.filter((one) => one.to === recipient),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mail
}

/** Text of a message, decoded from quoted-printable. */
export function decoded({ raw }: ReceivedMail): string {
  const whole = raw.replace(/=\r?\n/g, '')
  const bytes = whole.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function refusal(code: number): Error {
  return Object.assign(new Error('palavras do servidor'), { responseCode: code })
}

/** Closes the connection without an answer. */
function drop(server: SMTPServer, session: SMTPServerSession): void {
  const { connections } = server as unknown as {
    connections: Set<{ id: string; _socket: { destroy(): void } }>
  }
  for (const { id, _socket } of connections) if (id === session.id) _socket.destroy()
}
