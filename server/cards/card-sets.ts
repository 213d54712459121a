import type { CardSet } from '@agremia/resources/definitions/print-batches.ts'
import { cardSets } from '@agremia/resources/definitions/print-batches.ts'
import { liveCardStates } from '@agremia/resources/definitions/membership-cards.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Sql } from '../database/sql.ts'
import { literals, sql } from '../database/sql.ts'

/** Sets that a condition defines; the cards of `selecao` are chosen by id or by a search. */
export type NamedSet = Exclude<CardSet, 'selecao'>

/** The states of a valid card, as the values of an SQL list. */
export const liveStates = literals(liveCardStates)

/** Condition on `c`: valid cards that are not digital. */
export const printableSql = sql`c.type <> 'digital' AND c.status IN (${liveStates})`

const conditions: Record<NamedSet, Sql> = {
  'por-imprimir': sql`c.status = 'toPrint'`,
  novos: sql`c.status = 'toPrint' AND c.issue = 1`,
  renovacao: sql`c.status = 'toPrint' AND c.issue > 1`,
  todos: printableSql,
}

/** The condition on `c` for the cards of a set. */
export function conditionOf(set: NamedSet): Sql {
  return conditions[set]
}

/** The set with this name, which another program may write without accents; undefined when there is none. */
export function findNamedSet(name: unknown): NamedSet | undefined {
  return typeof name === 'string' ? namedSets.find((set) => foldText(set) === foldText(name)) : undefined
}

export const namedSets = Object.keys(cardSets).filter((set): set is NamedSet => set !== 'selecao')
