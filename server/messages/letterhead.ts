import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { phone } from '@agremia/resources/rules/phone.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { organisationNames } from './recipients.ts'
import { render } from './templates.ts'
import type { Outgoing } from './outgoing.ts'
import { escapeHtml, toPlainText } from './safe-html.ts'

interface LetterheadContext {
  settings: Settings
  terminology: Terminology
  /** Whether the recipient has a record: the footer explains why they get the message. */
  isMember: boolean
  /** The unsubscribe URL; undefined for service messages. */
  unsubscribeUrl?: string | undefined
  /** The public URL of this server, for mail programs; undefined in pages of this server. */
  publicUrl?: string
}

/** Adds the organisation's logo and name above a message, and its contacts and the reason for the message below. */
export function addLetterhead(
  { subject, html, text }: Pick<Outgoing, 'subject' | 'html' | 'text'>,
  context: LetterheadContext,
): { html: string; text: string } {
  const body = html ?? `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const footer = footerOf(context)
  return {
    html: page(subject, headOf(context), { body, footer, colour: context.settings.organisationColour }),
    text: `${text}\n\n--\n${toPlainText(footer)}\n`,
  }
}

function headOf({ settings, publicUrl = '' }: LetterheadContext): string {
  const name = escapeHtml(settings.name)
  if (!settings.organisationLogo) return name
  const address = `${publicUrl}/api/organisation_logo/${settings.organisationLogo}`
  return `<img src="${escapeHtml(address)}" alt="" height="40" style="height: 40px; max-width: 160px; vertical-align: middle; margin-right: 12px;">${name}`
}

function footerOf({ settings, terminology, isMember, unsubscribeUrl }: LetterheadContext): string {
  const { name, organisationAddress, organisationEmail, organisationPhone, organisationWebsite } = settings
  const phoneNumber = organisationPhone && phone.format(organisationPhone)
  const contacts = [organisationEmail, phoneNumber, organisationWebsite].filter(Boolean)
  const reason = render(
    { subject: settings.messagesFooter, body: '' },
    organisationNames(settings),
    terminology,
  ).subject
  const lines = [name, organisationAddress, contacts.join(' · '), isMember && reason].filter(
    (line) => typeof line === 'string' && line !== '',
  )
  const html = lines.map((line) => `<p>${escapeHtml(String(line))}</p>`).join('')
  return unsubscribeUrl
    ? `${html}<p>Para deixar de receber, <a href="${escapeHtml(unsubscribeUrl)}">clique aqui</a>.</p>`
    : html
}

/** Uses tables and few styles, since mail programs support little CSS. Dark mode overrides each colour. */
function page(
  title: string,
  head: string,
  { body, footer, colour }: { body: string; footer: string; colour: string },
): string {
  return `<!doctype html>
<html lang="pt-PT">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
body { margin: 0; background: #faf9f7; color: #1e2227; }
.sheet { background: #ffffff; border: 1px solid #e7e3dd; border-radius: 10px; }
.name { color: #24579a; border-bottom: 1px solid #e7e3dd; }
.foot, .foot a { color: #6a6e75; }
a { color: #24579a; }
blockquote { margin: 0 0 16px; padding-left: 12px; border-left: 3px solid #b3ccea; }
p { margin: 0 0 16px; }
.foot p { margin: 0 0 4px; }
@media (prefers-color-scheme: dark) {
  body { background: #121418 !important; color: #e7e8eb !important; }
  .sheet { background: #191c21 !important; border-color: #2b3038 !important; }
  .name { color: #8ab0de !important; border-color: #2b3038 !important; }
  .foot, .foot a { color: #9aa1ab !important; }
  a { color: #8ab0de !important; }
}
</style>
</head>
<body style="font-family: Helvetica, Arial, sans-serif; font-size: 16px; line-height: 1.5;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding: 24px 12px;">
<table role="presentation" class="sheet" width="600" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 600px;">
<tr><td class="name" style="padding: 20px 28px; font-size: 18px; font-weight: bold;${colour ? ` border-top: 4px solid ${escapeHtml(colour)};` : ''}">${head}</td></tr>
<tr><td style="padding: 24px 28px 8px;">
${body}
</td></tr>
</table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 600px;">
<tr><td class="foot" style="padding: 16px 28px; font-size: 13px;">
${footer}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
