import { cardVariables } from './card-template.ts'
import { isNameIn } from './names.ts'

/** Variables of the text of a card letter, with their labels. */
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

/** Fills the variables of a letter. Unknown variables stay as they are, so that readers notice them. */
export function fillLetter(text: string, values: LetterValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    isNameIn(values, name) ? values[name] : whole,
  )
}
