import { readCardCode } from '@agremia/resources/rules/card-code.ts'

/**
 * Extracts the card code from a scanned text; undefined if there is none. A keyboard-emulating reader set to another keyboard
 * layout types wrong punctuation (`httpsÇ--exemplo.pt-v-…`) but right letters and digits: there the code is at the end.
 */
export function readScanned(text: string): string | undefined {
  const code = readCardCode(text)
  if (code !== undefined) return code
  const typed = /^https?\W.*\Wv\W(\w{12})$/i.exec(text.trim())?.[1]
  return typed === undefined ? undefined : readCardCode(typed)
}
