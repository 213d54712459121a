import { convert } from 'html-to-text'
import sanitize from 'sanitize-html'

const elements = ['p', 'br', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote']

/** What editors and other programs write for the same thing. */
const sameAs: Record<string, string> = { b: 'strong', i: 'em', h1: 'h2', div: 'p' }

/**
 * The few elements of a message's body, whatever was given. Links keep an address of the web, of a mailbox, or a variable;
 * `keepTexts` judges the variables in them.
 */
export function cleanTemplate(html: string): string {
  return clean(html, (href) => (/^(https?:\/\/|mailto:|\{+[^{}]+\}+$)/i.test(href) ? href : undefined))
}

/** How a stored body is filled in: its text nodes (HTML in, HTML out), and the addresses of its links, undefined for none. */
export interface Filling {
  text: (html: string) => string
  href: (href: string) => string | undefined
}

/** A stored body filled in node by node: a value never reaches a tag, except as the whole address of a link. */
export function fillTemplate(html: string, { text, href }: Filling): string {
  const filledHref = (given: string) => {
    const filled = href(given) ?? ''
    return /^(https?:\/\/|mailto:)/i.test(filled) ? filled : undefined
  }
  return clean(html, filledHref, text)
}

function clean(
  html: string,
  hrefOf: (href: string) => string | undefined,
  textFilter?: (html: string) => string,
): string {
  const cleaned = sanitize(html, {
    allowedTags: elements,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      ...sameAs,
      a: (tagName, { href = '' }) => {
        const kept = hrefOf(href.trim())
        const attribs: Record<string, string> = kept === undefined ? {} : { href: kept }
        return { tagName, attribs }
      },
    },
    ...(textFilter && { textFilter }),
  })
  // The form in which browsers write it.
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
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}

/** The body for readers without HTML: links stand beside their words. */
export function toPlainText(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
    ],
  })
}
