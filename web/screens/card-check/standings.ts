import type { CardStanding } from '@agremia/resources/card-verification.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'

export type StandingTone = 'green' | 'amber' | 'red'

interface StandingWords {
  tone: StandingTone
  /** One word, for lists. */
  word: string
  /** For the head of the page. */
  title: string
}

export const standings: Record<CardStanding, StandingWords> = {
  valido: { tone: 'green', word: 'Válido', title: 'Cartão válido' },
  expirado: { tone: 'amber', word: 'Expirado', title: 'Cartão expirado' },
  irregular: { tone: 'amber', word: 'Irregular', title: 'Situação irregular' },
  suspenso: { tone: 'red', word: 'Suspenso', title: 'Cartão suspenso' },
  invalido: { tone: 'red', word: 'Sem validade', title: 'Cartão sem validade' },
}

/** The title, with the date of an expired card or what to do about an irregular one. */
export function standingText(standing: CardStanding, validUntil: string | null): string {
  const { title } = standings[standing]
  if (standing === 'expirado' && validUntil !== null) return `${title} em ${formatDate(validUntil)}`
  return standing === 'irregular' ? `${title} — contacte a secretaria` : title
}
