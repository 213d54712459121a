import type { Sql } from '../../database/sql.ts'
import { inline, join, literals, sql } from '../../database/sql.ts'

/** How long a debt is overdue: the first and the last day on which it fell due, in days from today. */
export const debtAges = {
  notDue: [0, null],
  upTo3Months: [-91, -1],
  upTo1Year: [-365, -92],
  upTo3Years: [-1096, -366],
  older: [null, -1097],
} as const
export type DebtAge = keyof typeof debtAges

const ages = Object.entries(debtAges) as [DebtAge, readonly [number | null, number | null]][]

/** SQL: the age, on `today`, of a debt that falls due on `dueDate`. */
export const ageSql = (dueDate: Sql, today: Sql): Sql =>
  byAge(dueDate, today, (age) => sql`${literals([age])}`)

/** SQL: the age as one bit, of which a member's debts have several. */
export const ageBitSql = (dueDate: Sql, today: Sql): Sql =>
  byAge(dueDate, today, (_, place) => inline(1 << place))

/** SQL: a table of the ages: `age`, `place`, `bit`, and the days `first` and `last` from today, or null. */
export const ageRowsSql = sql`(VALUES ${join(
  ages.map(
    ([age, [from, to]], place) =>
      sql`(${literals([age])}, ${inline(place)}, ${inline(1 << place)}, ${days(from)}, ${days(to)})`,
  ),
  ', ',
)}) AS ages (age, place, bit, first, last)`

function byAge(dueDate: Sql, today: Sql, value: (age: DebtAge, place: number) => Sql): Sql {
  const cases = ages.map(([age, [from]], place) =>
    from === null
      ? sql`ELSE ${value(age, place)}`
      : sql`WHEN ${dueDate} >= ${today} + (${inline(from)}) THEN ${value(age, place)}`,
  )
  return sql`CASE ${join(cases, ' ')} END`
}

function days(count: number | null): Sql {
  return count === null ? sql`NULL::integer` : sql`(${inline(count)})`
}
