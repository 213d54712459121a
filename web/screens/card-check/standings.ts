import { formatDate } from '@agremia/resources/rules/dates.ts'

/** What a card is worth; the codes are the server's. */
export type Standing = 'valido' | 'expirado' | 'irregular' | 'suspenso' | 'invalido'
export type StandingTone = 'green' | 'amber' | 'red'

interface StandingWords {
  tone: StandingTone
  /** One word, for lists. */
  word: string
  /** What the screen says large. */
  title: string
}

export const standings: Record<Standing, StandingWords> = {
  valido: { tone: 'green', word: 'Válido', title: 'Cartão válido' },
  expirado: { tone: 'amber', word: 'Expirado', title: 'Cartão expirado' },
  irregular: { tone: 'amber', word: 'Irregular', title: 'Situação irregular' },
  suspenso: { tone: 'red', word: 'Suspenso', title: 'Cartão suspenso' },
  invalido: { tone: 'red', word: 'Sem validade', title: 'Cartão sem validade' },
}

/** The title with what whoever holds the card must know: since when, or what to do. */
export function sayStanding(standing: Standing, validUntil: string | null): string {
  const { title } = standings[standing]
  if (standing === 'expirado' && validUntil !== null) return `${title} em ${formatDate(validUntil)}`
  return standing === 'irregular' ? `${title} — contacte a secretaria` : title
}
