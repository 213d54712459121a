import { foldText } from '@agremia/resources/rules/fold.ts'

/** File name of a document, in ASCII: `Recibo Q/2026/000123` gives `recibo-q-2026-000123.pdf`. */
export function pdfFileName(name: string): string {
  return `${foldText(name).replaceAll(' ', '-')}.pdf`
}
