import { iban as ibanRule } from '@agremia/resources/rules/iban.ts'
import type { Tx } from '../database/transaction.ts'
import { isSealedName, sealValue } from '../rest/sealed-values.ts'
import type { FoundColumn, Mapping } from './columns/find-columns.ts'

const ibanLike = /^\s*[A-Za-z]{2}\d{2}[A-Za-z0-9 .-]{11,60}$/

/** Encrypts a cell of a column that nobody has named yet when it is an IBAN. */
export function sealCell(text: string, db: Pick<Tx, 'seal'>): string {
  if (!ibanLike.test(text) || ibanRule.problem(ibanRule.normalize(text)) !== undefined) return text
  return sealValue(text, db)
}

interface SealedCells {
  cells: readonly string[]
  corrections: Readonly<Record<string, string>> | null
}

/** Encrypts the cells and corrections of the columns that have an encrypted field. Undefined when there is none. */
export function sealMapped(
  { cells, corrections }: SealedCells,
  mapping: Readonly<Record<string, string>> | null,
  db: Pick<Tx, 'seal'>,
): SealedCells | undefined {
  const columns = Object.entries(mapping ?? {}).flatMap(([column, name]) =>
    isSealedName(name) ? [column] : [],
  )
  if (columns.length === 0) return undefined
  const sealed = (text: string, column: string) => (columns.includes(column) ? sealValue(text, db) : text)
  return {
    cells: cells.map((text, index) => sealed(text, String(index))),
    corrections:
      corrections &&
      Object.fromEntries(Object.entries(corrections).map(([column, text]) => [column, sealed(text, column)])),
  }
}

/** Encrypts the samples of columns as their cells. */
export function sealSamples(
  columns: readonly FoundColumn[],
  mapping: Mapping,
  db: Pick<Tx, 'seal'>,
): FoundColumn[] {
  return columns.map((column, index) => {
    const seal = isSealedName(mapping[String(index)] ?? '') ? sealValue : sealCell
    return { ...column, samples: column.samples.map((text) => seal(text, db)) }
  })
}
