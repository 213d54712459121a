import { convert } from 'html-to-text'
import sanitize from 'sanitize-html'

const elements = ['p', 'br', 'strong', 'em', 'u', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote']

/** What editors and other programs write for the same thing. */
const sameAs: Record<string, string> = { b: 'strong', i: 'em', h1: 'h2', div: 'p' }

/** The few elements of a message's body, whatever was given. Links lead to the web, to an address, or to a variable. */
export function cleanTemplate(html: string): string {
  return clean(html, /^(https?:\/\/|mailto:|\{[^{}]+\}$)/i)
}

/** The same for a body with its variables filled in: what people typed never becomes a link to anything else. */
export function cleanMerged(html: string): string {
  return clean(html, /^(https?:\/\/|mailto:)/i)
}

function clean(html: string, links: RegExp): string {
  const cleaned = sanitize(html, {
    allowedTags: elements,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      ...sameAs,
      a: (tagName, { href = '' }) => {
        const attribs: Record<string, string> = links.test(href.trim()) ? { href: href.trim() } : {}
        return { tagName, attribs }
      },
    },
  })
  // The form in which browsers write it.
  return cleaned.replaceAll('<br />', '<br>').trim()
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
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
