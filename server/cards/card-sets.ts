import type { CardSet } from '@agremia/resources/definitions/print-batches.ts'
import { cardSets } from '@agremia/resources/definitions/print-batches.ts'
import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Sql } from '../database/sql.ts'
import { literals, sql } from '../database/sql.ts'

/** The sets that have a name; the cards of any other are named one by one. */
export type NamedSet = Exclude<CardSet, 'selecao'>

/** The states of a card that counts, as the values of an SQL list. */
export const liveStates = literals(liveCardStates)

/** SQL on `c` of what may go to paper: cards that count and are more than a picture on a phone. */
export const printableSql = sql`c.type <> 'digital' AND c.status IN (${liveStates})`

const conditions: Record<NamedSet, Sql> = {
  'por-imprimir': sql`c.status = 'toPrint'`,
  novos: sql`c.status = 'toPrint' AND c.issue = 1`,
  renovacao: sql`c.status = 'toPrint' AND c.issue > 1`,
  todos: printableSql,
}

/** SQL on `c` of a set's cards. */
export function conditionOf(set: NamedSet): Sql {
  return conditions[set]
}

/** The set of a name that another program gives, with or without accents, or undefined. */
export function findNamedSet(name: unknown): NamedSet | undefined {
  return typeof name === 'string' ? namedSets.find((set) => foldText(set) === foldText(name)) : undefined
}

export const namedSets = Object.keys(cardSets).filter((set): set is NamedSet => set !== 'selecao')
