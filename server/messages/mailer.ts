import { rare } from '../rare.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { readSecretSetting } from '../settings/index.ts'
import { addLetterhead } from './letterhead.ts'
import type { Outcome, Outgoing } from './outgoing.ts'
import type { Smtp, SmtpServer } from './smtp.ts'
import { createSmtp } from './smtp.ts'
import { unsubscribeUrl } from './consents.ts'
import type { World } from '../rest/modules.ts'

export interface Mailer {
  send(message: Outgoing): Promise<Outcome>
  close(): void
}

/** Sends emails through the mail server of the current settings. Timeouts are in milliseconds. */
export function createMailer(world: World, timeouts = { connection: 20_000, silence: 60_000 }): Mailer {
  let current: { key: string; smtp: Smtp } | undefined

  const smtpFor = (server: SmtpServer): Smtp => {
    const key = JSON.stringify(server)
    if (current?.key === key) return current.smtp
    current?.smtp.close()
    current = { key, smtp: createSmtp(server, timeouts) }
    return current.smtp
  }

  return {
    async send(message) {
      const settings = await world.organisation.settings()
      const server = await serverOf(world, settings)
      if (!server) return { kind: 'held', detail: 'Não há um servidor de email configurado.' }
      const { from, content } = await compose(world, settings, message)
      return smtpFor(server).send({ from, to: message.address }, content)
    },
    close: () => current?.smtp.close(),
  }
}

async function serverOf(world: World, settings: Settings): Promise<SmtpServer | undefined> {
  if (world.config.smtpUrl) return { url: world.config.smtpUrl }
  if (settings.mailHost === '') return undefined
  return {
    host: settings.mailHost,
    port: Number(settings.mailPort),
    security: settings.mailSecurity as SmtpServer['security'],
    user: settings.mailUser,
    password: await readSecretSetting(world, settings, 'mailPassword'),
  }
}

interface ComposedEmail {
  from: string
  content: Buffer
}

async function compose(world: World, settings: Settings, message: Outgoing): Promise<ComposedEmail> {
  const terminology = await world.organisation.terminology()
  const address = settings.mailFrom || settings.organisationEmail || 'nao-responder@localhost'
  const isNews = message.kind === 'news' && message.personId !== null
  const unsubscribe = isNews ? unsubscribeUrl(world, message.personId!, 'newsletter') : undefined
  const { html, text } = addLetterhead(message, {
    settings,
    terminology,
    isMember: message.personId !== null,
    unsubscribeUrl: unsubscribe,
    publicUrl: world.config.publicUrl,
  })
  const { default: MailComposer } = rare.mailComposer()
  const mail = new MailComposer({
    messageId: `<${message.id}@agremia>`,
    date: world.clock(),
    from: { name: settings.mailFromName || settings.name, address },
    to: message.recipientName ? { name: message.recipientName, address: message.address } : message.address,
    ...(settings.mailReplyTo && { replyTo: settings.mailReplyTo }),
    subject: message.subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
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
