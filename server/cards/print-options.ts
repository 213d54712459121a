import { type CardLayout, parseMillimetres } from '@agremia/resources/card-layouts.ts'
import type { Orientation } from '@agremia/resources/card-template.ts'
import type { CardSet } from '@agremia/resources/definitions/print-batches.ts'
import { cardSets } from '@agremia/resources/definitions/print-batches.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import type { Sheet } from './draw/sheets.ts'
import { sheetOf } from './draw/sheets.ts'
import { liveStates } from './validity.ts'

/** The sheets of a layout, with the printer offset and the pre-cut paper of the settings. */
export function sheetsFor(settings: Settings, layout: CardLayout): (orientation: Orientation) => Sheet {
  const [x = 0, y = 0] = parseMillimetres(settings.cardsOffset)
  const [left = 0, top = 0, pitchX = 0, pitchY = 0] = parseMillimetres(settings.cardsPrecutSheet)
  return (orientation) =>
    sheetOf(layout, { orientation, offset: { x, y }, precut: { left, top, pitchX, pitchY } })
}

/** Sets that a condition defines; the cards of `selecao` are chosen by id or by a search. */
export type NamedSet = Exclude<CardSet, 'selecao'>

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
