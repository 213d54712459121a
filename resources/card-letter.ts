import { cardVariables } from './card-template.ts'

/** What the words of the letter that takes a card to its member may name in braces. */
export const letterVariables = {
  nome: cardVariables.nome,
  nomeCompleto: cardVariables.nomeCompleto,
  numero: cardVariables.numero,
  categoria: cardVariables.categoria,
  desde: cardVariables.desde,
  validade: cardVariables.validade,
  codigo: cardVariables.codigo,
  morada: 'Morada',
  organizacao: cardVariables.organizacao,
  data: 'Data por extenso',
} as const
export type LetterVariable = keyof typeof letterVariables
export type LetterValues = Record<LetterVariable, string>

/** The words of a letter with its variables filled in. What is not known is left as it was written: whoever reads the letter sees it. */
export function fillLetter(text: string, values: LetterValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as LetterVariable] : whole,
  )
}
