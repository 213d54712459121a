import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import type { SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Outcome } from './outcome.ts'

/** Where emails leave: an address, `smtp://user:password@host:587`, or its parts. */
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

/** How long the server may be silent, in milliseconds. */
export interface Patience {
  connection: number
  silence: number
}

/** A connection that is opened when there is something to send, kept for what follows, and closed when idle. */
export interface Smtp {
  send(envelope: Envelope, content: Buffer): Promise<Outcome>
  close(): void
}

/** An idle connection is closed after this long: servers do so too, without a word. */
const idle = 15_000

/** Speaks with one server, one message at a time. A message is handed over at most once. */
export function createSmtp(server: SmtpServer, patience: Patience): Smtp {
  let open: SMTPConnection | undefined
  let resting: NodeJS.Timeout | undefined

  const close = () => {
    clearTimeout(resting)
    open?.close()
    open = undefined
  }

  async function connection(): Promise<SMTPConnection> {
    if (open) return open
    const fresh = await connect(server, patience)
    fresh.once('end', () => {
      if (open === fresh) close()
    })
    return (open = fresh)
  }

  async function attempt(envelope: Envelope, content: Buffer): Promise<Outcome | 'stale'> {
    const wasOpen = open !== undefined
    // It is read only once the server has accepted sender and recipient.
    const message = Readable.from([content])
    try {
      return { kind: 'sent', detail: await hand(await connection(), envelope, message) }
    } catch (error) {
      const failure = error as SmtpError
      // A refusal leaves the connection in the middle of a conversation: the next message begins another.
      close()
      // The server closed a connection that had been idle, before it saw anything of the message.
      if (wasOpen && failure.responseCode === undefined && !message.readableEnded) return 'stale'
      return outcomeOf(failure, message.readableEnded)
    }
  }

  return {
    async send(envelope, content) {
      clearTimeout(resting)
      const first = await attempt(envelope, content)
      const outcome = first === 'stale' ? await attempt(envelope, content) : first
      resting = setTimeout(close, idle)
      resting.unref()
      // The second attempt began with a connection of its own.
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

async function connect(server: SmtpServer, patience: Patience): Promise<SMTPConnection> {
  const { options, auth } = settingsOf(server)
  const fresh = new SMTPConnection({
    ...options,
    connectionTimeout: options.connectionTimeout ?? patience.connection,
    greetingTimeout: options.greetingTimeout ?? patience.connection,
    socketTimeout: options.socketTimeout ?? patience.silence,
  })
  // What goes wrong later is told to whoever is sending.
  fresh.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    fresh.once('error', reject)
    fresh.once('end', () => reject(new Error('a ligação foi fechada.')))
    fresh.connect((error) => (error ? reject(error) : resolve()))
  })
  if (auth) {
    await new Promise<void>((resolve, reject) => {
      fresh.login(auth, (error) => (error ? reject(error) : resolve()))
    }).catch((error: unknown) => {
      fresh.close()
      throw error
    })
  }
  return fresh
}

function settingsOf({ url, host, port, security, user, password }: SmtpServer): {
  options: SMTPConnectionOptions
  auth: SMTPConnectionAuth | undefined
} {
  if (url !== undefined) {
    const { auth, ...options } = parseConnectionUrl(url) as SMTPConnectionOptions & {
      auth?: { user?: string; pass?: string }
    }
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

/** Hands a message to the server and answers its words. */
function hand(connection: SMTPConnection, { from, to }: Envelope, message: Readable): Promise<string | null> {
  return new Promise((resolve, reject) => {
    connection.send({ from, to: [to] }, message, (error, info) =>
      error ? reject(error) : resolve(info?.response ?? null),
    )
  })
}

/** What a failure means for the message: refusals end it, silence after it was handed over leaves it in doubt. */
function outcomeOf(error: SmtpError, handedOver: boolean): Outcome {
  const { responseCode, code = '' } = error
  // A wrong password is not the message's fault: it leaves when the configuration is mended.
  if (code === 'EAUTH')
    return { kind: 'postponed', detail: `O servidor não aceitou a entrada: ${said(error)}` }
  if (responseCode !== undefined && responseCode >= 500)
    return { kind: 'refused', detail: `O servidor recusou a mensagem: ${said(error)}` }
  if (responseCode !== undefined)
    return { kind: 'postponed', detail: `O servidor pediu para tentar mais tarde: ${said(error)}` }
  if (handedOver)
    return { kind: 'interrupted', detail: `A ligação caiu sem que o servidor confirmasse: ${said(error)}` }
  return { kind: 'postponed', detail: `Não foi possível falar com o servidor: ${said(error)}` }
}

function said({ code = '', originalCode = '', message }: SmtpError): string {
  return reasons[originalCode] ?? reasons[code] ?? message.slice(0, 300)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'não aceita ligações nesse endereço.',
  ECONNECTION: 'a ligação foi fechada.',
  ENOTFOUND: 'não existe um servidor com esse nome.',
  EDNS: 'não se encontra um servidor com esse nome.',
  ETIMEDOUT: 'não respondeu a tempo.',
}
