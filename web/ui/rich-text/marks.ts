/**
 * Names in braces are kept as text, `{nome}`, and edited as pieces that cannot be broken: elements with the attribute
 * `data-variable`.
 */
const mark = /\{([^{}<>]+)\}/g
const piece = /<span data-variable="([^"]*)"[^>]*>[^<]*<\/span>/g

/** HTML for the editor: each name in braces that stands between elements becomes a piece. */
export function withPieces(html: string): string {
  return html.replace(/>[^<]*|^[^<]+/g, (text) =>
    text.replace(
      mark,
      (_, code: string) => `<span data-variable="${code.replaceAll('"', '&quot;')}"></span>`,
    ),
  )
}

/** What the editor holds, as it is kept: pieces are names in braces, list items hold no paragraph of their own. */
export function withMarks(html: string): string {
  const marked = html.replace(piece, (_, code: string) => `{${code.replaceAll('&quot;', '"')}}`)
  const plain = marked.replace(/<li><p>((?:(?!<\/?p>).)*)<\/p>/gs, '<li>$1')
  return plain === '<p></p>' ? '' : plain
}

/** What a person means by the address of a link; undefined when it is none. */
export function linkAddress(typed: string): string | undefined {
  const given = typed.trim()
  if (/^(https?:\/\/|mailto:)\S+$/i.test(given) || /^\{[^{}<>]+\}$/.test(given)) return given
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(given)) return `mailto:${given}`
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(given) ? `https://${given}` : undefined
}
