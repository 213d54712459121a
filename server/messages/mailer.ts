import { Readable } from 'node:stream'
import nodemailer from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { World } from '../context.ts'
import { readSecretSetting } from '../settings/index.ts'
import { letterhead } from './letterhead.ts'
import type { Outcome, Outgoing } from './outcome.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

export interface Mailer {
  send(message: Outgoing): Promise<Outcome>
  close(): void
}

/** Sends emails through the organisation's server, over a connection that is kept while there is something to send. */
export function createMailer(world: World, patience = { connection: 20_000, silence: 60_000 }): Mailer {
  let known: { key: string; transport: Transport } | undefined

  const transportFor = async (settings: Settings): Promise<Transport | undefined> => {
    const options = await serverOptions(world, settings)
    if (!options) return undefined
    const key = JSON.stringify(options)
    if (known?.key === key) return known.transport
    known?.transport.close()
    known = {
      key,
      transport: makeTransport({
        ...options,
        pool: true,
        maxConnections: 1,
        // Whether a message may be tried again is for us to say.
        maxRequeues: 0,
        idleTimeout: 30_000,
        connectionTimeout: patience.connection,
        greetingTimeout: patience.connection,
        socketTimeout: patience.silence,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    }
    return known.transport
  }

  return {
    async send(message) {
      const settings = await world.organisation.settings()
      const transport = await transportFor(settings)
      if (!transport) return { kind: 'held', detail: 'Não há um servidor de email configurado.' }
      return deliver(transport, await compose(world, settings, message), message.recipient)
    },
    close() {
      known?.transport.close()
      known = undefined
    },
  }
}

type Transport = ReturnType<typeof makeTransport>
const makeTransport = (options: SMTPPoolOptions) => nodemailer.createTransport(options)

/** Whether emails have a way out. */
export function hasMailServer({ config }: World, settings: Settings): boolean {
  return config.smtpUrl !== undefined || settings.mailHost !== ''
}

async function serverOptions(world: World, settings: Settings): Promise<object | undefined> {
  if (world.config.smtpUrl) return { url: world.config.smtpUrl }
  if (settings.mailHost === '') return undefined
  const pass = await readSecretSetting(world, settings, 'mailPassword')
  return {
    host: settings.mailHost,
    port: Number(settings.mailPort),
    secure: settings.mailSecurity === 'tls',
    requireTLS: settings.mailSecurity === 'starttls',
    ignoreTLS: settings.mailSecurity === 'none',
    ...(settings.mailUser !== '' && { auth: { user: settings.mailUser, pass } }),
  }
}

interface Composed {
  from: string
  content: Buffer
}

async function compose(world: World, settings: Settings, message: Outgoing): Promise<Composed> {
  const terminology = await world.organisation.terminology()
  const address = settings.mailFrom || settings.organisationEmail || 'nao-responder@localhost'
  const isNews = message.kind === 'news' && message.personId !== null
  const leave = isNews ? await unsubscribeUrl(world, message.personId as string, 'newsletter') : undefined
  const { html, text } = letterhead(message, { settings, terminology, unsubscribeUrl: leave })
  const mail = new MailComposer({
    messageId: `<${message.id}@agremia>`,
    date: world.clock(),
    from: { name: settings.mailFromName || settings.name, address },
    to: message.recipientName
      ? { name: message.recipientName, address: message.recipient }
      : message.recipient,
    ...(settings.mailReplyTo && { replyTo: settings.mailReplyTo }),
    subject: message.subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(leave && {
        'List-Unsubscribe': `<${leave}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: message.attachments.map(({ fileName, mediaType, content }) => ({
      filename: fileName,
      contentType: mediaType,
      content,
    })),
  })
  return { from: address, content: await mail.compile().build() }
}

async function deliver(transport: Transport, { from, content }: Composed, to: string): Promise<Outcome> {
  // The server reads it only after it has accepted sender and recipient.
  const raw = Readable.from([content])
  try {
    const info = (await transport.sendMail({ envelope: { from, to: [to] }, raw })) as { response?: string }
    return { kind: 'sent', detail: info.response ?? null }
  } catch (error) {
    return outcomeOf(error as SmtpError, raw.readableDidRead)
  }
}

interface SmtpError extends Error {
  code?: string
  originalCode?: string
  responseCode?: number
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
  ENOTFOUND: 'não existe um servidor com esse nome.',
  EDNS: 'não se encontra um servidor com esse nome.',
  ETIMEDOUT: 'não respondeu a tempo.',
}
