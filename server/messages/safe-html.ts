import { lazy } from '@agremia/resources/rules/once.ts'
import { rare } from '../rare.ts'

const elements = ['p', 'br', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote']

/** Elements of editors and other programs, with their equivalents. */
const equivalents: Record<string, string> = { b: 'strong', i: 'em', h1: 'h2', div: 'p' }

/**
 * Removes all elements that a message's body may not have. Links keep `http`, `https` and `mailto` URLs, or a variable, which
 * `normalizeTexts` validates.
 */
export function cleanTemplate(html: string): string {
  return clean(html, (href) => (/^(https?:\/\/|mailto:|\{+[^{}]+\}+$)/i.test(href) ? href : undefined))
}

/** Replaces the text nodes (HTML in, HTML out) and the URLs of links (undefined removes the URL) of a stored body. */
export interface Filling {
  text: (html: string) => string
  href: (href: string) => string | undefined
}

/** Fills a stored body node by node, so that a value never becomes part of a tag, except as the whole URL of a link. */
export function fillTemplate(html: string, { text, href }: Filling): string {
  const filledHref = (template: string) => {
    const filled = href(template) ?? ''
    return /^(https?:\/\/|mailto:)/i.test(filled) ? filled : undefined
  }
  return clean(html, filledHref, text)
}

function clean(
  html: string,
  hrefOf: (href: string) => string | undefined,
  textFilter?: (html: string) => string,
): string {
  const cleaned = rare.sanitizeHtml()(html, {
    allowedTags: elements,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      ...equivalents,
      a: (tagName, { href = '' }) => {
        const url = hrefOf(href.trim())
        const attribs: Record<string, string> = url === undefined ? {} : { href: url }
        return { tagName, attribs }
      },
    },
    ...(textFilter && { textFilter }),
  })
  // Browsers serialise it as `<br>`.
  return cleaned.replaceAll('<br />', '<br>').trim()
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/**
 * Returns the body as plain text, with the URLs of links in parentheses. Its selectors are compiled once: that takes longer than
 * converting a body.
 */
export const toPlainText = (html: string): string => converter()(html)

const converter = lazy(() =>
  rare.htmlToText().compile({
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
    ],
  }),
)
