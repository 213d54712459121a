/** What the words of the letter that takes a card to its member may name in braces. */
export const letterVariables = {
  nome: 'Nome no cartão',
  nomeCompleto: 'Nome completo',
  numero: 'Número',
  categoria: 'Categoria',
  desde: 'Ano de admissão',
  validade: 'Validade',
  codigo: 'Código de verificação',
  morada: 'Morada',
  organizacao: 'Organização',
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
