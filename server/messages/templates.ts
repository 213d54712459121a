import type { MessageEvent, MessageVariableCode } from '@agremia/resources/message-events.ts'
import {
  commonVariables,
  linkVariables,
  messageVariables,
  samplesOf,
  variablesOf,
} from '@agremia/resources/message-events.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms, terminologyOf } from '@agremia/resources/terminology.ts'
import { escapeHtml, fillTemplate, toPlainText } from './safe-html.ts'

/** The texts of a message before they are filled in. The body is HTML of a few elements. */
export interface Template {
  subject: string
  body: string
  smsText?: string | null
}

/** A message as it is delivered. */
export interface Content {
  subject: string
  html: string
  text: string
  sms: string
}

export type Values = Partial<Record<MessageVariableCode, string>>

const mark = /\{([^{}]+)\}/g
/** Words that agree with what the organisation calls its members: `{o}` gives o, a or o(a). */
const agreeing =
  /^(o|os|do|dos|ao|aos|no|nos|pelo|pelos|um|uns|este|estes|deste|neste|ele|eles|dele|caro|caros|nosso|nossos|novo|novos|todo|todos)$/i
const anyTerminology = terminologyOf('club', { name: 'Agremia' })

/** What decides which names the texts may hold. */
export type Naming = Pick<MessageEvent, 'variables' | 'aliases' | 'secretLink'>

/** A text with its variables in our own names: `{{nome}}` is `{nome}`, and some events know a variable by another name too. */
export function inOwnNames(text: string, event?: Pick<MessageEvent, 'aliases'>): string {
  const aliases = event?.aliases ?? {}
  return text
    .replace(/\{\{\s*([^{}]+?)\s*\}\}/g, '{$1}')
    .replace(mark, (whole, name: string) => (Object.hasOwn(aliases, name) ? `{${aliases[name]}}` : whole))
}

/** Names in braces that mean nothing in this event's texts, as they were written. */
export function unknownMarks(text: string, event: Naming | undefined): string[] {
  const known = new Set<string>(event ? variablesOf(event) : commonVariables)
  const names = [...inOwnNames(text, event).matchAll(mark)].map(([, name]) => name as string)
  return [...new Set(names)].filter((name) => !known.has(name) && !isTerm(name))
}

/** What people may write in braces: `{nome}, {ligacao}…`. */
export function sayKnownMarks(event: Naming | undefined): string {
  const codes = event ? variablesOf(event) : commonVariables
  return [...codes, ...Object.keys(event?.aliases ?? {}), 'memberSingular', 'memberPlural']
    .map((code) => `{${code}}`)
    .join(', ')
}

function hasMark(text: string): boolean {
  return text.search(mark) !== -1
}

/** The variable that is a whole `href`, if values of it may be one. */
function linkVariableIn(href: string): MessageVariableCode | undefined {
  return linkVariables.find((code) => href === `{${code}}`)
}

const inlineTag = /<\/?(?:strong|em|u|a)\b[^>]*>/g
const startOfAddress = /:\/\/|www\.|\.[a-z]{2,}[/?#]/i

/** An address in a stored text that a value would become part of: in the `href` of a link, or written out in the text. */
export function addressWithMark(field: string, text: string): string | undefined {
  const hrefs = field === 'body' ? [...text.matchAll(/<a href="([^"]*)">/g)].map(([, href = '']) => href) : []
  const visible = field === 'body' ? text.replace(inlineTag, '').replace(/<[^>]*>/g, ' ') : text
  // Mail programs and telephones turn a written address into a link, up to the next space.
  const words = visible
    .split(/\s+/)
    .filter((word) => startOfAddress.test(word.slice(0, word.lastIndexOf('{'))))
  return [...hrefs.filter((href) => !linkVariableIn(href)), ...words].find(hasMark)
}

function isTerm(name: string): boolean {
  if (!/^(member|Member)/.test(name) && !name.includes('|') && !agreeing.test(name)) return false
  try {
    fillTerms(`{${name}}`, anyTerminology)
    return true
  } catch {
    return false
  }
}

/** What stands for the variables of an event where there is no real record. */
export function sampleValues(event: Parameters<typeof samplesOf>[0]): Values {
  return Object.fromEntries(samplesOf(event).map(({ code, sample }) => [code, sample]))
}

/** Variables whose values are read as one word: a reference, an amount or a day is not broken at the end of a line. */
const unbroken: ReadonlySet<MessageVariableCode> = new Set([
  'referencia',
  'valor',
  'data',
  'hoje',
  'validade',
  'organizacaoTelefone',
])

/**
 * Fills the texts in. Values are text: in HTML they are escaped. A paragraph (in an SMS, a sentence) that names variables
 * of which all are empty is left out.
 */
export function render(template: Template, values: Values, terminology: Terminology): Content {
  const fill = (text: string, said: (value: string, code?: MessageVariableCode) => string) =>
    text.replace(mark, (whole, name: string) => {
      const code = name as MessageVariableCode
      if (Object.hasOwn(messageVariables, name)) return said(values[code] ?? '', code)
      return isTerm(name) ? said(fillTerms(`{${name}}`, terminology)) : whole
    })
  const asHtml = (value: string, code?: MessageVariableCode) => {
    const said = code && unbroken.has(code) ? value.replaceAll(' ', '\u00A0') : value
    return escapeHtml(said).replaceAll('\n', '<br>')
  }
  const asLine = (value: string) => value.replace(/\s+/g, ' ').trim()
  const paragraphs = template.body
    .replace(/<(p|li|h2|h3)>(?:(?!<\1>).)*?<\/\1>/gs, (part) => (isVoid(part, values) ? '' : part))
    .replace(/<(blockquote|ul|ol)>\s*<\/\1>/g, '')
  const html = fillTemplate(paragraphs, {
    text: (part) => fill(part, asHtml),
    href: (href) => {
      const own = linkVariableIn(href)
      return own ? values[own] : hasMark(href) ? undefined : href
    },
  })
  const text = toPlainText(html)
  const sms = fill(withoutVoid(template.smsText ?? '', values), asLine).trim()
  // A no-break space is not in the alphabet of SMS, and would make each part less than half as long.
  const plainSms = sms || text.replaceAll('\u00A0', ' ')
  return { subject: asLine(fill(template.subject, asLine)).slice(0, 300), html, text, sms: plainSms }
}

/** What stands in the place of a link that gives access for whoever reads the record of a message. */
const hiddenLink = '(ligação de uso único, só na mensagem enviada)'

/** A message with the link that gives access below its text, after `words`; null hides the link. */
export function withSecretLink(content: Content, words: string, address: string | null): Content {
  const shown = escapeHtml(address ?? hiddenLink)
  const line = `<p>${words}: ${address === null ? shown : `<a href="${shown}">${shown}</a>`}</p>`
  return {
    ...content,
    html: content.html + line,
    text: `${content.text}\n\n${toPlainText(line)}`,
    sms: `${content.sms}\n${address ?? hiddenLink}`,
  }
}

/** The texts, with what the event always says below them where they do not name it. */
export function withAlways<Texts extends Template>(
  template: Texts,
  { always = [] }: Pick<MessageEvent, 'always'>,
): Texts {
  const missing = (text: string) => always.map((name) => `{${name}}`).filter((name) => !text.includes(name))
  const { body, smsText } = template
  return {
    ...template,
    body:
      body +
      missing(body)
        .map((name) => `<p>${name}</p>`)
        .join(''),
    // Without a text of its own, an SMS is the text of the body.
    smsText: smsText ? [smsText, ...missing(smsText)].join(' ') : smsText,
  }
}

/** A text without the sentences of which every variable is empty. */
function withoutVoid(text: string, values: Values): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  return sentences.filter((part) => !isVoid(part, values)).join(' ')
}

/** Whether a part names variables and none of them has a value. */
function isVoid(part: string, values: Values): boolean {
  const named = [...part.matchAll(mark)].map(([, name]) => name as MessageVariableCode)
  const variables = named.filter((name) => Object.hasOwn(messageVariables, name))
  return variables.length > 0 && variables.every((name) => !values[name]?.trim())
}
