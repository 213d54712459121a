/** How cards are arranged on paper; measures are in `server/cards/draw/sheets.ts`. */
export const cardLayouts = {
  single: 'Um cartão por página (impressora de cartões)',
  printshop: 'Gráfica, com sangria e marcas de corte',
  'a4-10': 'A4, dez cartões',
  'a4-10-perf': 'A4 pré-cortado, dez cartões',
  'a4-8-fold': 'A4, frente e verso lado a lado, para dobrar',
  letter: 'Carta com o cartão',
} as const
export type CardLayout = keyof typeof cardLayouts

/** The measures of a setting: `0,5; -0,3` gives 0.5 and -0.3. */
export function parseMillimetres(setting: string): number[] {
  return setting.split(';').map((part) => Number(part.trim().replace(',', '.')))
}
