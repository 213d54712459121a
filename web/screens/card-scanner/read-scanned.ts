import { readCardCode } from '@agremia/resources/rules/card-code.ts'

/**
 * The code in what a camera or a reader read. Readers that act as a keyboard of another country type other signs for those
 * of an address (`httpsÇ--exemplo.pt-v-…`), while letters and digits stay: there the code is what comes last.
 */
export function readScanned(text: string): string | undefined {
  const code = readCardCode(text)
  if (code !== undefined) return code
  const typed = /^https?\W.*\Wv\W(\w{12})$/i.exec(text.trim())?.[1]
  return typed === undefined ? undefined : readCardCode(typed)
}
