import { invalid } from '../errors.ts'

/** Encodings in headers of OFX 1, by the name there. */
const charsets: Record<string, string> = {
  1252: 'windows-1252',
  'ISO-8859-1': 'windows-1252',
  '8859-1': 'windows-1252',
  '8859-15': 'iso-8859-15',
}

/**
 * Decodes a file of a bank: by the encoding that its XML or OFX header names, else UTF-8, UTF-16 with a byte order mark, or Windows-1252.
 * Throws 422 on `file` when the text is not in the named encoding, or it is an unknown one.
 */
export function decodeBankFile(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content)
  const named = encodingOf(content.subarray(0, 500).toString('latin1'))
  try {
    return new TextDecoder(named ?? 'utf-8', { fatal: true }).decode(content)
  } catch {
    if (named === undefined) return new TextDecoder('windows-1252').decode(content)
    throw invalid({
      file: [
        `O texto do ficheiro não está na codificação que ele diz, ${named}: descarregue-o outra vez do banco.`,
      ],
    })
  }
}

/** The encoding that the beginning of a file names; undefined when it names none, or `USASCII`, whose files often have other characters. */
function encodingOf(head: string): string | undefined {
  const [, xml] = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(head) ?? []
  if (xml !== undefined) return xml.toLowerCase()
  if (!/OFXHEADER:/i.test(head)) return undefined
  const valueOf = (name: string) => new RegExp(`${name}:\\s*([\\w-]+)`, 'i').exec(head)?.[1]?.toUpperCase()
  const [encoding, charset] = [valueOf('ENCODING'), valueOf('CHARSET')]
  if (encoding === 'UTF-8' || encoding === 'UNICODE' || charset === 'UTF-8') return 'utf-8'
  if (charset === undefined || charset === 'NONE') return undefined
  return charsets[charset] ?? charset.toLowerCase()
}
