import { foldText } from '@agremia/resources/rules/fold.ts'

/** The name of a document's file, of letters that every system takes: `Recibo Q/2026/000123` gives `recibo-q-2026-000123.pdf`. */
export function pdfFileName(name: string): string {
  return `${foldText(name).replaceAll(' ', '-')}.pdf`
}
