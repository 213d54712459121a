import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { phone } from '@agremia/resources/rules/phone.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { organisationNames } from './recipient-values.ts'
import { render } from './templates.ts'
import type { Outgoing } from './outcome.ts'
import { escapeHtml, toPlainText } from './safe-html.ts'

interface Given {
  settings: Settings
  terminology: Terminology
  /** Whether the recipient is a person with a membership: the footer says why they get the message. */
  isMember: boolean
  /** Where whoever no longer wants such messages says so; absent for messages that belong to membership. */
  unsubscribeUrl?: string | undefined
  /** Where this server is, for programs that show the message elsewhere; absent where a page of ours does. */
  publicUrl?: string
}

/** Puts the organisation's name above a message and, below, who sends it and why it is received. */
export function letterhead(
  { subject, html, text }: Pick<Outgoing, 'subject' | 'html' | 'text'>,
  given: Given,
): { html: string; text: string } {
  const body = html ?? `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const footer = footerOf(given)
  return {
    html: page(subject, headOf(given), { body, footer, colour: given.settings.organisationColour }),
    text: `${text}\n\n--\n${toPlainText(footer)}\n`,
  }
}

/** The logo, where there is one, and the name. */
function headOf({ settings, publicUrl = '' }: Given): string {
  const name = escapeHtml(settings.name)
  if (!settings.organisationLogo) return name
  const address = `${publicUrl}/api/organisation_logo/${settings.organisationLogo}`
  return `<img src="${escapeHtml(address)}" alt="" height="40" style="height: 40px; max-width: 160px; vertical-align: middle; margin-right: 12px;">${name}`
}

function footerOf({ settings, terminology, isMember, unsubscribeUrl }: Given): string {
  const { name, organisationAddress, organisationEmail, organisationPhone, organisationWebsite } = settings
  const phoneNumber = organisationPhone && phone.format(organisationPhone)
  const contacts = [organisationEmail, phoneNumber, organisationWebsite].filter(Boolean)
  const why = render(
    { subject: settings.messagesFooter, body: '' },
    organisationNames(settings),
    terminology,
  ).subject
  const lines = [name, organisationAddress, contacts.join(' · '), isMember && why].filter(
    (line) => typeof line === 'string' && line !== '',
  )
  const said = lines.map((line) => `<p>${escapeHtml(String(line))}</p>`).join('')
  return unsubscribeUrl
    ? `${said}<p>Para deixar de receber, <a href="${escapeHtml(unsubscribeUrl)}">clique aqui</a>.</p>`
    : said
}

/** Tables and few styles: mail programs know little more. Each colour is said again for those that draw in the dark. */
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
