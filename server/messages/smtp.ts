import { Readable } from 'node:stream'
import type { SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { rare } from '../rare.ts'
import { isLocalHost } from '../config.ts'
import type { Outcome } from './outgoing.ts'

/** The mail server: a URL, `smtp://user:password@host:587`, or its parts. */
export interface SmtpServer {
  url?: string
  host?: string
  port?: number
  security?: 'none' | 'starttls' | 'tls'
  user?: string
  password?: string
}

export interface Envelope {
  from: string
  to: string
}

/** Timeouts in milliseconds: to connect, and without any data afterwards. */
export interface Timeouts {
  connection: number
  silence: number
}

/** A connection that is opened on demand, reused, and closed when idle. */
export interface Smtp {
  send(envelope: Envelope, content: Buffer): Promise<Outcome>
  close(): void
}

/** Milliseconds; servers also close idle connections, without notice. */
const idleTimeout = 15_000

/** Sends messages to one server, one at a time. Transmits each message at most once. */
export function createSmtp(server: SmtpServer, timeouts: Timeouts): Smtp {
  let open: SMTPConnection | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const close = () => {
    clearTimeout(idleTimer)
    open?.close()
    open = undefined
  }

  async function connection(): Promise<SMTPConnection> {
    if (open) return open
    const opened = await connect(server, timeouts)
    opened.once('end', () => {
      if (open === opened) close()
    })
    return (open = opened)
  }

  async function attempt(envelope: Envelope, content: Buffer): Promise<Outcome | 'stale'> {
    const wasOpen = open !== undefined
    // The stream is read only after the server has accepted sender and recipient.
    const message = Readable.from([content])
    try {
      return { kind: 'sent', detail: await transmit(await connection(), envelope, message) }
    } catch (error) {
      const failure = error as SmtpError
      // After an error the state of the SMTP session is unknown: the next message uses a new connection.
      close()
      // The server had closed the idle connection, before any of the message was transmitted.
      if (wasOpen && failure.responseCode === undefined && !message.readableEnded) return 'stale'
      return outcomeOf(failure, message.readableEnded)
    }
  }

  return {
    async send(envelope, content) {
      clearTimeout(idleTimer)
      const first = await attempt(envelope, content)
      const outcome = first === 'stale' ? await attempt(envelope, content) : first
      idleTimer = setTimeout(close, idleTimeout)
      idleTimer.unref()
      // The second attempt uses a new connection, so it is not 'stale'.
      return outcome as Outcome
    },
    close,
  }
}

interface SmtpError extends Error {
  code?: string
  originalCode?: string
  responseCode?: number
}

async function connect(server: SmtpServer, timeouts: Timeouts): Promise<SMTPConnection> {
  const { options, auth } = smtpSettings(server)
  const { default: Connection } = rare.smtpConnection()
  const connection = new Connection({
    ...options,
    connectionTimeout: options.connectionTimeout ?? timeouts.connection,
    greetingTimeout: options.greetingTimeout ?? timeouts.connection,
    socketTimeout: options.socketTimeout ?? timeouts.silence,
  })
  // Without a listener, a later error would crash the process; `send` reports it too.
  connection.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new Error('a ligação foi fechada.')))
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
  if (auth) {
    await new Promise<void>((resolve, reject) => {
      connection.login(auth, (error) => (error ? reject(error) : resolve()))
    }).catch((error: unknown) => {
      connection.close()
      throw error
    })
  }
  return connection
}

/** What the library needs. A URL of another machine requires TLS, unless it has `ignoreTLS=true`. */
export function smtpSettings({ url, host, port, security, user, password }: SmtpServer): {
  options: SMTPConnectionOptions
  auth: SMTPConnectionAuth | undefined
} {
  if (url !== undefined) {
    const { auth, ...given } = rare.nodemailerShared().parseConnectionUrl(url) as SMTPConnectionOptions & {
      auth?: { user?: string; pass?: string }
    }
    // Without it, a server that offers no STARTTLS, or somebody between, would get the password and the messages unencrypted.
    const options = { requireTLS: !given.ignoreTLS && !isLocalHost(given.host ?? ''), ...given }
    return { options, auth: auth && { credentials: auth } }
  }
  return {
    options: {
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
    },
    auth: user ? { credentials: { user, pass: password } } : undefined,
  }
}

/** Transmits a message and returns the answer of the server. */
function transmit(
  connection: SMTPConnection,
  { from, to }: Envelope,
  message: Readable,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    connection.send({ from, to: [to] }, message, (error, info) =>
      error ? reject(error) : resolve(info?.response ?? null),
    )
  })
}

/** The outcome of an error. Without an answer after the transmission, the message may have arrived. */
function outcomeOf(error: SmtpError, wasTransmitted: boolean): Outcome {
  const { responseCode, code = '' } = error
  // A wrong password is temporary for the message: it is sent when the settings are corrected.
  if (code === 'EAUTH')
    return { kind: 'postponed', detail: `O servidor não aceitou a entrada: ${describeError(error)}` }
  // So are settings that require TLS from a server without it.
  if (code === 'ETLS')
    return { kind: 'postponed', detail: `O servidor não cifra a ligação: ${describeError(error)}` }
  if (responseCode !== undefined && responseCode >= 500)
    return { kind: 'refused', detail: `O servidor recusou a mensagem: ${describeError(error)}` }
  if (responseCode !== undefined)
    return { kind: 'postponed', detail: `O servidor pediu para tentar mais tarde: ${describeError(error)}` }
  if (wasTransmitted)
    return {
      kind: 'interrupted',
      detail: `A ligação caiu sem que o servidor confirmasse: ${describeError(error)}`,
    }
  return { kind: 'postponed', detail: `Não foi possível falar com o servidor: ${describeError(error)}` }
}

function describeError({ code = '', originalCode = '', message }: SmtpError): string {
  return reasons[originalCode] ?? reasons[code] ?? message.slice(0, 300)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'não aceita ligações nesse endereço.',
  ECONNECTION: 'a ligação foi fechada.',
  ENOTFOUND: 'não existe um servidor com esse nome.',
  EDNS: 'não se encontra um servidor com esse nome.',
  ETIMEDOUT: 'não respondeu a tempo.',
}
