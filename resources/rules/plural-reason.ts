import { plural } from './plural.ts'

/** How reasons begin that are about one person, whom they do not name, and about several. The first that fits is used. */
const beginnings = {
  'Já saiu': 'Já saíram',
  Faleceu: 'Faleceram',
  'Pediu para não ser contactado': 'Pediram para não ser contactados',
  'Ainda não foi admitido': 'Ainda não foram admitidos',
  'Paga por débito direto, mas não tem': 'Pagam por débito direto, mas não têm',
  Paga: 'Pagam',
  Tem: 'Têm',
  'Já tem': 'Já têm',
  'Não tem': 'Não têm',
  'Nunca teve': 'Nunca tiveram',
  Está: 'Estão',
  'Já está': 'Já estão',
  Deve: 'Devem',
  'Só deve': 'Só devem',
  'Já nada deve': 'Já nada devem',
  'Já recebeu': 'Já receberam',
  Recebe: 'Recebem',
  'Não aceitou': 'Não aceitaram',
  Partilha: 'Partilham',
} as const

/**
 * Returns a reason why people are left out, for their number: `Já saiu`, `Já saíram`. A reason with a subject of its own stays, as does the
 * refusal of each record, which is a sentence with a full stop.
 */
export function pluralReason(reason: string, count: number): string {
  const found = Object.entries(beginnings).find(([one]) => `${reason} `.startsWith(`${one} `))
  if (!found || reason.endsWith('.')) return reason
  const [one, other] = found
  return plural(count, one, other) + reason.slice(one.length)
}
