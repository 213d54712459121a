import type { Cents } from '@agremia/resources/rules/amount.ts'
import { centsToDecimalText, toCents } from '@agremia/resources/rules/amount.ts'
import type { Row, Table } from '../files/table.ts'
import type { ReportRow } from './declare.ts'

/** Columns of the report that each kind of donation adds. */
const natures = { Dinheiro: ['paid', 'used', 'moved'], Espécie: ['goods'] }

/**
 * The facts that the Modelo 25 declaration asks for (Portaria n.º 288/2022): one line for each donor with a tax number and kind of donation. The layout of the
 * file that the tax authority's program reads is not public as text, so these are the columns of the form.
 */
export function modelo25(year: number, rows: readonly ReportRow[]): { table: Table; rows: Row[] } {
  const donors = Map.groupBy(
    rows.filter(({ nif }) => typeof nif === 'string'),
    ({ nif }) => String(nif),
  )
  const lines = [...donors].flatMap(([nif, ofDonor]) =>
    Object.entries(natures).map(([nature, columns]) => {
      const amounts = ofDonor.flatMap((row) => columns.map((name) => toCents(row[name])))
      const amount: Cents = amounts.reduce((sum, one) => sum + one, 0)
      return { nif, name: ofDonor[0]?.label ?? '', nature, amount }
    }),
  )
  return {
    table: {
      name: `Modelo 25 ${year}`,
      columns: [
        { label: 'Ano', kind: 'integer' },
        { label: 'NIF do doador', kind: 'text' },
        { label: 'Nome', kind: 'text' },
        { label: 'Natureza', kind: 'text' },
        { label: 'Valor', kind: 'money' },
      ],
    },
    rows: lines
      .filter(({ amount }) => amount > 0)
      .map(({ nif, name, nature, amount }) => [String(year), nif, name, nature, centsToDecimalText(amount)]),
  }
}
