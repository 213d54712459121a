import { inTransaction } from '../server/database/transaction.ts'
import { sql } from '../server/database/sql.ts'
import type { Sql } from '../server/database/sql.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import type { Asked } from '../server/reports/declare.ts'
import { readParameters } from '../server/reports/parameters.ts'
import { reports } from '../server/reports/reports.ts'
import { get, patch } from './requests.ts'
import type { Organisation } from './organisation.ts'
import { measurePayment } from './dues.ts'
import { today, vacuum } from './organisation.ts'
import { milliseconds, print, report } from './report.ts'
import { alternate, time } from './timing.ts'

const transactionCount = 500_000
/** At most this many milliseconds on the machine of development. */
const limit = 300

/** Inserts half a million transactions of ten years on three accounts. */
async function insertTransactions({ pool }: Organisation): Promise<void> {
  await inTransaction({ pool }, async (tx) => {
    await tx.query({ text: 'SET LOCAL statement_timeout = 0' })
    await tx.query({
      text: `INSERT INTO treasury_accounts (id, name, kind, "order", active, opening_date, opening_balance)
        SELECT new_id(), 'Conta ' || n, 'bank', n, true, '2010-01-01', 1000 FROM generate_series(1, 3) AS n`,
    })
    await tx.query({
      text: `WITH accounts AS (SELECT array_agg(id ORDER BY "order") AS ids FROM treasury_accounts),
          categories AS (SELECT kind, array_agg(id ORDER BY id) AS ids FROM transaction_categories WHERE kind <> 'transfer' GROUP BY kind)
        INSERT INTO transactions (id, number, kind, date, description, amount, account_id, category_id)
        SELECT new_id(), 'T/' || n, c.kind, $1::date - (n % 3650)::integer, 'Movimento', 100 + n % 10000,
          a.ids[1 + n % array_length(a.ids, 1)], c.ids[1 + n % array_length(c.ids, 1)]
        FROM generate_series(1, $2::integer) AS n JOIN categories c ON c.kind = CASE WHEN n % 3 = 0 THEN 'income' ELSE 'expense' END CROSS JOIN accounts a`,
      values: [today, transactionCount],
    })
  })
  await vacuum(pool)
}

/** Reports that add up stored totals, from the rows themselves. */
const fromRows: Record<string, (asked: Asked) => Sql> = {
  paymentsPerYear: ({
    from,
  }) => sql`SELECT extract(year FROM date), method, count(*), sum(amount), count(DISTINCT member_id)
    FROM payments WHERE status = 'registered' AND date >= make_date(${from}::integer, 1, 1) GROUP BY 1, 2`,
  debtsByAge:
    () => sql`SELECT category_id, CASE WHEN due_date >= ${today}::date THEN 0 WHEN due_date >= ${today}::date - 91 THEN 1
      WHEN due_date >= ${today}::date - 365 THEN 2 WHEN due_date >= ${today}::date - 1096 THEN 3 ELSE 4 END, sum(open_amount)
    FROM unsettled_payments WHERE status IN ('open', 'partial') GROUP BY 1, 2`,
  cashMap: ({
    year,
  }) => sql`SELECT account_id, category_id, kind, sum(effect) FILTER (WHERE date < make_date(${year}::integer, 1, 1)), sum(effect)
    FROM transactions WHERE date <= make_date(${year}::integer, 12, 31) GROUP BY 1, 2, 3`,
}

/** Measures each report against plain SQL: of its rows, or its own statement where that reads the rows. */
export async function measureReports(organisation: Organisation): Promise<void> {
  const { api, control, headers, pool, size } = organisation
  await insertTransactions(organisation)
  await patch(`${api}/settings/hasTreasury`, headers, { value: 'true' })
  await measurePayment(organisation, 'as dívidas, o recibo e o lançamento na tesouraria')
  print(`Relatórios de ${size} membros e ${transactionCount} transações:`)
  const context = { today, terminology: terminologyOf('club', { name: 'Clube' }) }
  for (const one of reports.filter(({ onlyFor }) => onlyFor !== 'cooperative')) {
    const asked = readParameters(one, {}, context)
    const { text, values } = (fromRows[one.name] ?? one.statement)(asked)
    const contenders = {
      ours: () => time(() => get(`${api}/reports/${one.name}/table`, headers)),
      // With a request of a bare program, since some statements take no longer than one.
      bare: () =>
        time(async () => {
          await pool.query(text, values)
          await get(`${control.url}/`, {})
        }),
    }
    await alternate(2, contenders)
    const medians = await alternate(5, contenders)
    report({
      what: `Relatório ${one.name}: tempo face a SQL simples`,
      ratio: medians.ours / medians.bare,
      target: { max: 2 },
      detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}${medians.ours > limit ? `, mais do que ${limit} ms` : ''}`,
    })
  }
}
