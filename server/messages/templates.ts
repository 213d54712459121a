import { fieldErrors } from '@agremia/resources/field-errors.ts'
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
import type { HookContext } from '../rest/modules.ts'
import { cleanTemplate, escapeHtml, fillTemplate, toPlainText } from './safe-html.ts'
import type { FieldMessages } from '../errors.ts'
import { isNameIn } from '@agremia/resources/names.ts'

/** The texts of a message with variables. The body is HTML with the elements of `cleanTemplate`. */
export interface Template {
  subject: string
  body: string
  smsText?: string | null
}

/** The rendered texts of a message. */
export interface Content {
  subject: string
  html: string
  text: string
  sms: string
}

export type Values = Partial<Record<MessageVariableCode, string>>

const placeholder = /\{([^{}]+)\}/g
/** Words that are inflected for the gender of the organisation's word for members: `{o}` gives o, a or o(a). */
const inflectedWords =
  /^(o|os|do|dos|ao|aos|no|nos|pelo|pelos|um|uns|este|estes|deste|neste|ele|eles|dele|caro|caros|nosso|nossos|novo|novos|todo|todos)$/i
const anyTerminology = terminologyOf('club', { name: 'Agremia' })

/** The part of an event that decides which variables its texts may use. */
export type Naming = Pick<MessageEvent, 'variables' | 'aliases' | 'secretLink'>

/** Replaces `{{nome}}` with `{nome}`, and aliases of the event with the variable's own name. */
export function normalizeVariables(text: string, event?: Pick<MessageEvent, 'aliases'>): string {
  const aliases = event?.aliases ?? {}
  return text
    .replace(/\{\{\s*([^{}]+?)\s*\}\}/g, '{$1}')
    .replace(placeholder, (whole, name: string) =>
      Object.hasOwn(aliases, name) ? `{${aliases[name]}}` : whole,
    )
}

/** The names in braces that are not variables of this event, nor terms. */
export function unknownVariables(text: string, event: Naming | undefined): string[] {
  const allowed = new Set<string>(event ? variablesOf(event) : commonVariables)
  const names = [...normalizeVariables(text, event).matchAll(placeholder)].map(([, name]) => name as string)
  return [...new Set(names)].filter((name) => !allowed.has(name) && !isTerm(name))
}

/** The list of allowed variables for error messages: `{nome}, {ligacao}…`. */
function listKnownVariables(event: Naming | undefined): string {
  const codes = event ? variablesOf(event) : commonVariables
  return [...codes, ...Object.keys(event?.aliases ?? {}), 'memberSingular', 'memberPlural']
    .map((code) => `{${code}}`)
    .join(', ')
}

function hasVariable(text: string): boolean {
  return text.search(placeholder) !== -1
}

/** The link variable that is the whole `href`, if any. */
function linkVariableIn(href: string): MessageVariableCode | undefined {
  return linkVariables.find((code) => href === `{${code}}`)
}

const inlineTag = /<\/?(?:strong|em|u|a)\b[^>]*>/g
const startOfAddress = /:\/\/|www\.|\.[a-z]{2,}[/?#]/i

/** The first URL of a text that contains a variable, in the `href` of a link or in the text itself: it could send data to a foreign site. */
function findAddressWithVariable(field: string, text: string): string | undefined {
  const hrefs = field === 'body' ? [...text.matchAll(/<a href="([^"]*)">/g)].map(([, href = '']) => href) : []
  const visible = field === 'body' ? text.replace(inlineTag, '').replace(/<[^>]*>/g, ' ') : text
  // Mail programs and phones turn a URL in the text into a link, up to the next space.
  const words = visible
    .split(/\s+/)
    .filter((word) => startOfAddress.test(word.slice(0, word.lastIndexOf('{'))))
  return [...hrefs.filter((href) => !linkVariableIn(href)), ...words].find(hasVariable)
}

function isTerm(name: string): boolean {
  if (!/^(member|Member)/.test(name) && !name.includes('|') && !inflectedWords.test(name)) return false
  try {
    fillTerms(`{${name}}`, anyTerminology)
    return true
  } catch {
    return false
  }
}

/** Sample values for the variables of an event. */
export function sampleValues(event: Parameters<typeof samplesOf>[0]): Values {
  return Object.fromEntries(samplesOf(event).map(({ code, sample }) => [code, sample]))
}

/** Variables whose values are not broken at the end of a line, such as references, amounts and dates. */
const nonBreaking: ReadonlySet<MessageVariableCode> = new Set([
  'referencia',
  'valor',
  'data',
  'hoje',
  'validade',
  'organizacaoTelefone',
])

/**
 * Renders the texts with values, which are escaped in HTML. Omits paragraphs (in an SMS, sentences) whose variables are all
 * empty.
 */
export function render(template: Template, values: Values, terminology: Terminology): Content {
  const fill = (text: string, format: (value: string, code?: MessageVariableCode) => string) =>
    text.replace(placeholder, (whole, name: string) => {
      if (isNameIn(messageVariables, name)) return format(values[name] ?? '', name)
      return isTerm(name) ? format(fillTerms(`{${name}}`, terminology)) : whole
    })
  const asHtml = (value: string, code?: MessageVariableCode) => {
    const text = code && nonBreaking.has(code) ? value.replaceAll(' ', '\u00A0') : value
    return escapeHtml(text).replaceAll('\n', '<br>')
  }
  const asLine = (value: string) => value.replace(/\s+/g, ' ').trim()
  const paragraphs = template.body
    .replace(/<(p|li|h2|h3)>(?:(?!<\1>).)*?<\/\1>/gs, (part) => (isEmptyPart(part, values) ? '' : part))
    .replace(/<(blockquote|ul|ol)>\s*<\/\1>/g, '')
  const html = fillTemplate(paragraphs, {
    text: (part) => fill(part, asHtml),
    href: (href) => {
      const variable = linkVariableIn(href)
      return variable ? values[variable] : hasVariable(href) ? undefined : href
    },
  })
  const text = toPlainText(html)
  const sms = fill(removeEmptySentences(template.smsText ?? '', values), asLine).trim()
  // A no-break space is not in GSM-7: it would halve the length of each part.
  const plainSms = sms || text.replaceAll('\u00A0', ' ')
  return { subject: asLine(fill(template.subject, asLine)).slice(0, 300), html, text, sms: plainSms }
}

/** Shown instead of a secret link in the stored message. */
const hiddenLink = '(ligação de uso único, só na mensagem enviada)'

/** Adds the secret link below the text, after `words`; null adds a note instead of the link. */
export function withSecretLink(content: Content, words: string, address: string | null): Content {
  const linkText = escapeHtml(address ?? hiddenLink)
  const line = `<p>${words}: ${address === null ? linkText : `<a href="${linkText}">${linkText}</a>`}</p>`
  return {
    ...content,
    html: content.html + line,
    text: `${content.text}\n\n${toPlainText(line)}`,
    sms: `${content.sms}\n${address ?? hiddenLink}`,
  }
}

/** Adds the event's required variables (`always`) at the end of texts that do not use them. */
export function addRequiredVariables<Texts extends Template>(
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
    // Without an SMS text, the SMS is the text of the body.
    smsText: smsText ? [smsText, ...missing(smsText)].join(' ') : smsText,
  }
}

/** Removes the sentences whose variables are all empty. */
function removeEmptySentences(text: string, values: Values): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  return sentences.filter((part) => !isEmptyPart(part, values)).join(' ')
}

/** Whether a part has variables, and none of them has a value. */
function isEmptyPart(part: string, values: Values): boolean {
  const names = [...part.matchAll(placeholder)].map(([, name]) => name as MessageVariableCode)
  const variables = names.filter((name) => Object.hasOwn(messageVariables, name))
  return variables.length > 0 && variables.every((name) => !values[name]?.trim())
}

/** The fields with the texts of a message. */
export const textFields = ['subject', 'body', 'smsText'] as const
type TextField = (typeof textFields)[number]

/**
 * Sets the texts in `values` in their stored form: variables by their own names, and only allowed elements in the
 * body. Validates that form, since it is what is rendered later, and returns the errors by field.
 */
export function normalizeTexts(
  { values, set }: Pick<HookContext, 'values' | 'set'>,
  naming?: Naming,
): FieldMessages {
  const errors: FieldMessages = {}
  for (const field of textFields) {
    const input = values[field]
    if (typeof input !== 'string') continue
    // Cleans first, since it decodes entities, which may encode braces.
    const text = normalizeVariables(field === 'body' ? cleanTemplate(input) : input, naming)
    set({ [field]: text })
    const problem = problemOf(field, text, naming)
    if (problem !== undefined) errors[field] = [problem]
  }
  return errors
}

function problemOf(field: TextField, text: string, naming: Naming | undefined): string | undefined {
  const unknown = unknownVariables(text, naming)
  if (naming?.secretLink !== undefined && unknown.includes('ligacao'))
    return 'Retire {ligacao}: o programa põe a ligação numa linha própria, por baixo do texto.'
  if (unknown.length > 0) {
    const unknownNames = unknown.slice(0, 10).map((name) => `{${name.slice(0, 40)}}`)
    return `Não existe: ${unknownNames.join(', ')}. Pode usar: ${listKnownVariables(naming)}.`
  }
  const address = findAddressWithVariable(field, text)
  if (address !== undefined) {
    const ownLinks = linkVariables.filter((code) => naming && variablesOf(naming).includes(code))
    const allowed = ownLinks.map((code) => ` Como endereço, use só {${code}}, sem mais nada.`)
    return `Um endereço não pode conter dados de cada pessoa: «${address.slice(0, 100)}».${allowed.join('')}`
  }
  return field === 'body' && text === '' ? fieldErrors.required : undefined
}
