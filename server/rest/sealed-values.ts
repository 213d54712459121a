import type { Definition } from '@agremia/resources/define-resource.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { isSealed, storedMark, textMark } from '../database/sealed-text.ts'
import type { Tx } from '../database/transaction.ts'
import type { StoredValues } from './find-record.ts'

type Sealing = Pick<Tx, 'seal' | 'sealedBefore'>

/** Names of encrypted fields and of their columns: JSON has them under both. */
export const sealedNames: ReadonlySet<string> = new Set(
  allDefinitions.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { sealed }]) => (sealed ? [name, toSnakeCase(name)] : [])),
  ),
)

const alternatives = [...sealedNames].join('|')
/** A regular expression, of JavaScript and of PostgreSQL, that finds values of encrypted fields in JSON that `sealNamed` would encrypt. */
function unsealedNames(mark: string): string {
  const unsealed = `"(?!${mark.replace('.', '[.]')})[^"]`
  return `"(?:${alternatives})": ?${unsealed}|"(?:to|from)": ?${unsealed}[^{}]*"(?:field|name)": ?"(?:_(?:[a-zA-Z]+[.])?)?(?:${alternatives})"`
}
/** Finds those in JSON of the database. */
export const namedInJson = unsealedNames(storedMark)

/** The field of a filter, as histories of exports name it: `_memberId.iban`. Other names stay. */
function fieldOfParameter(name: string): string {
  return name.replace(/^_(?:[a-zA-Z]+[.])?/, '')
}

export function isSealedName(name: string): boolean {
  return sealedNames.has(name)
}

/** Encrypts a text, unless it is empty or encrypted. */
export function sealValue(text: string, db: Pick<Tx, 'seal'>): string {
  return text === '' || isSealed(text) ? text : db.seal(text)
}

/** The values as they are stored: those of encrypted fields encrypted, also inside JSON. */
export function sealValues({ fields }: Definition, values: StoredValues, db: Sealing): StoredValues {
  const sealed: StoredValues = {}
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name]
    if (field?.sealed && typeof value === 'string') sealed[name] = sealValue(value, db)
    else sealed[name] = field?.column === 'json' ? sealNamed(value, db) : value
  }
  return sealed
}

/**
 * Encrypts in JSON what encrypted fields have: under their names, in changes of them (`{field, from, to}`), and texts that the transaction
 * encrypted elsewhere.
 */
export function sealNamed(value: unknown, db: Sealing): unknown {
  if (typeof value === 'string') return db.sealedBefore(value) ?? value
  if (Array.isArray(value)) return value.map((item) => sealNamed(item, db))
  if (typeof value !== 'object' || value === null) return value
  const record = value as Record<string, unknown>
  const isChange = [record['field'], record['name']].some(
    (name) => typeof name === 'string' && sealedNames.has(fieldOfParameter(name)),
  )
  return Object.fromEntries(
    Object.entries(record).map(([name, item]) => {
      const isOwn = sealedNames.has(name) || (isChange && (name === 'from' || name === 'to'))
      return [name, isOwn && typeof item === 'string' ? sealValue(item, db) : sealNamed(item, db)]
    }),
  )
}

const hasNamed = new RegExp(unsealedNames(textMark))

/** Encrypts in JSON text as `sealNamed` does. */
export function sealJson(text: string, db: Sealing): string {
  return hasNamed.test(text) ? JSON.stringify(sealNamed(JSON.parse(text), db)) : text
}
