import type { CardStanding } from '@agremia/resources/card-verification.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'

export type StandingTone = 'green' | 'amber' | 'red'

interface StandingWords {
  tone: StandingTone
  /** One word, for lists. */
  word: string
  /** What the screen says large. */
  title: string
}

export const standings: Record<CardStanding, StandingWords> = {
  valido: { tone: 'green', word: 'Válido', title: 'Cartão válido' },
  expirado: { tone: 'amber', word: 'Expirado', title: 'Cartão expirado' },
  irregular: { tone: 'amber', word: 'Irregular', title: 'Situação irregular' },
  suspenso: { tone: 'red', word: 'Suspenso', title: 'Cartão suspenso' },
  invalido: { tone: 'red', word: 'Sem validade', title: 'Cartão sem validade' },
}

/** The title with what whoever holds the card must know: since when, or what to do. */
export function sayStanding(standing: CardStanding, validUntil: string | null): string {
  const { title } = standings[standing]
  if (standing === 'expirado' && validUntil !== null) return `${title} em ${formatDate(validUntil)}`
  return standing === 'irregular' ? `${title} — contacte a secretaria` : title
}
