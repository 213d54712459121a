import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { standings, type StandingTone } from '../card-check/index.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import type { Check, CheckStatus } from './check.ts'

interface StatusWords {
  tone: StandingTone | 'grey'
  word: string
  title: string
}

export const statusWords: Record<CheckStatus, StatusWords> = {
  ...standings,
  desconhecido: { tone: 'red', word: 'Desconhecido', title: 'Cartão não encontrado' },
  semCartao: { tone: 'amber', word: 'Sem cartão', title: 'Sem cartão' },
  pendente: { tone: 'grey', word: 'Por verificar', title: 'Por verificar' },
}

/** On the organisation's clock, `18:42`. */
export function clockTime(iso: string): string {
  return formatDateTime(iso, organisationTimeZone()).slice(11)
}

/** Whose card it is: `Graça A., sócio n.º 37`; the code of a card that is nobody's. */
export function sayHolder({ name, memberNumber, code }: Check, terminology: Terminology): string {
  return name === undefined
    ? code
    : `${name}, ${fillTerms(`{memberSingular} n.º ${memberNumber ?? ''}`, terminology)}`
}

/** What must be known besides the status; one sentence each. */
export function notesOf({ firstAt, listedAt, before }: Check): string[] {
  return [
    firstAt === undefined ? '' : `Repetido: 1.ª vez às ${clockTime(firstAt)}`,
    listedAt === undefined ? '' : `Pela lista das ${clockTime(listedAt)}`,
    before === undefined ? '' : `Antes, pela lista: ${statusWords[before].word}`,
  ].filter(Boolean)
}
