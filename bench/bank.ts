import { randomUUID } from 'node:crypto'
import { inTransaction } from '../server/database/transaction.ts'
import type { Organisation } from './organisation.ts'
import { beginSession, vacuum } from './organisation.ts'
import { print, report } from './report.ts'
import { get, patch } from './requests.ts'
import { alternate, time } from './timing.ts'

const [few, many] = [1_000, 10_000]

interface Movement {
  name: string
  number: number
  /** In euros. */
  amount: string
}

/** Open charges of different members, as their banks would show the payments: a third with the number, the others by name. */
async function readMovements({ pool }: Organisation, count: number): Promise<Movement[]> {
  const { rows } = await pool.query<Movement>(
    `SELECT p.name, m.member_number AS number, to_char(c.open_amount / 100.0, 'FM999990.00') AS amount
     FROM (SELECT DISTINCT ON (member_id) member_id, open_amount FROM unsettled_payments WHERE status IN ('open', 'partial') ORDER BY member_id, due_date) c
     JOIN members m ON m.id = c.member_id JOIN people p ON p.id = m.person_id WHERE m.member_number IS NOT NULL ORDER BY m.id LIMIT $1`,
    [count],
  )
  return rows
}

/** Inserts an open charge for each member, since most charges of the organisation are paid. */
async function insertOpenCharges({ pool }: Organisation): Promise<void> {
  await inTransaction({ pool }, async (tx) => {
    await tx.query({ text: 'SET LOCAL statement_timeout = 0' })
    await tx.query({
      text: `INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
        SELECT new_id(), id, 'other', 2026, 'Outra dívida', '2026-09-30', 1000 + member_number % 5000, category_id, 'manual' FROM members`,
    })
  })
}

const statementOf = (movements: readonly Movement[]): string =>
  [
    'Data;Descrição;Valor',
    ...movements.map(({ name, number, amount }, index) => {
      const day = `${String((index % 28) + 1).padStart(2, '0')}-10-2026`
      return `${day};TRF DE ${name.toUpperCase()}${index % 3 === 0 ? ` SOCIO ${number}` : ''};${amount.replace('.', ',')}`
    }),
  ].join('\n')

/** Imports lines into an account of its own, and returns the milliseconds. */
async function importInto({ api, pool }: Organisation, movements: readonly Movement[]) {
  const { headers } = await beginSession(api)
  const accountId = randomUUID()
  await pool.query(
    `INSERT INTO treasury_accounts (id, name, kind, "order", active, opening_date, opening_balance)
     VALUES ($1, $2, 'bank', 99, true, '2026-01-01', 0)`,
    [accountId, `Banco ${accountId}`],
  )
  const form = new FormData()
  form.set('accountId', accountId)
  form.set('file', new Blob([statementOf(movements)], { type: 'text/csv' }), 'extrato.csv')
  const took = await time(async () => {
    const response = await fetch(`${api}/bank_statements`, { method: 'POST', headers, body: form })
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  })
  const found = await get(`${api}/treasury_accounts/${accountId}/reconciliation`, headers)
  // The next statement must not meet the lines of this one.
  await pool.query('DELETE FROM bank_lines WHERE account_id = $1', [accountId])
  return { took, sure: Number(found['sure']) }
}

/** Measures the import of statements, with their suggestions: by the number of lines and by the number of charges. */
export async function measureBank(small: Organisation, large: Organisation): Promise<void> {
  for (const organisation of [small, large]) {
    await insertOpenCharges(organisation)
    const { headers } = await beginSession(organisation.api)
    await patch(`${organisation.api}/settings/hasTreasury`, headers, { value: 'true' })
    await vacuum(organisation.pool)
  }
  const [movements, others] = [await readMovements(large, many), await readMovements(small, few)]
  let sure = 0
  const timeImport = async (organisation: Organisation, lines: readonly Movement[]) => {
    const result = await importInto(organisation, lines)
    sure = result.sure
    return result.took
  }
  const medians = await alternate(3, {
    fewOfSmall: () => timeImport(small, others),
    few: () => timeImport(large, movements.slice(0, few)),
    many: () => timeImport(large, movements),
  })
  const { rows } = await large.pool.query<{ charges: number }>(
    `SELECT count(*)::integer AS charges FROM unsettled_payments WHERE status IN ('open', 'partial')`,
  )
  print(`${movements.length} linhas de banco e ${rows[0]?.charges} dívidas por pagar; certas: ${sure}.`)
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`
  report({
    what: `Extrato de ${movements.length} linhas face a um de ${few}`,
    ratio: medians.many / medians.few,
    // Quadratic work would take 100 times as long.
    target: { max: 1.5 * (many / few) },
    detail: `${seconds(medians.many)} contra ${seconds(medians.few)}`,
  })
  report({
    what: `Extrato de ${few} linhas em ${large.size} membros face a ${small.size}`,
    ratio: medians.few / medians.fewOfSmall,
    // Work for each charge would take ten times as long. As names repeat, a line leads to ten times as many people of its name.
    target: { max: 5 },
    detail: `${seconds(medians.few)} contra ${seconds(medians.fewOfSmall)}`,
  })
}
