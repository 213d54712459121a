/**
 * Placeholders are stored as text, `{nome}`, and edited as atomic elements with the attribute `data-variable`.
 */
const placeholder = /\{([^{}<>]+)\}/g
const element = /<span data-variable="([^"]*)"[^>]*>[^<]*<\/span>/g

/** Converts stored HTML for the editor: placeholders outside of tags become elements. */
export function withPieces(html: string): string {
  return html.replace(/>[^<]*|^[^<]+/g, (text) =>
    text.replace(
      placeholder,
      (_, code: string) => `<span data-variable="${code.replaceAll('"', '&quot;')}"></span>`,
    ),
  )
}

/** Converts the editor's HTML for storage: elements become `{nome}`, and list items lose their paragraph. */
export function withMarks(html: string): string {
  const marked = html.replace(element, (_, code: string) => `{${code.replaceAll('&quot;', '"')}}`)
  const plain = marked.replace(/<li><p>((?:(?!<\/?p>).)*)<\/p>/gs, '<li>$1')
  return plain === '<p></p>' ? '' : plain
}

/** Normalises a typed link address; undefined when invalid. */
export function linkAddress(typed: string): string | undefined {
  const address = typed.trim()
  if (/^(https?:\/\/|mailto:)\S+$/i.test(address) || /^\{[^{}<>]+\}$/.test(address)) return address
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(address) ? `https://${address}` : undefined
}
