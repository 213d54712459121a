import { sql } from '../server/database/sql.ts'
import type { Sql } from '../server/database/sql.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import type { Asked } from '../server/reports/declare.ts'
import { readParameters } from '../server/reports/parameters.ts'
import { reports } from '../server/reports/reports.ts'
import { get } from './requests.ts'
import type { Organisation } from './organisation.ts'
import { measurePayment } from './dues.ts'
import { today } from './organisation.ts'
import { milliseconds, print, report } from './report.ts'
import { alternate, time } from './timing.ts'
import { insertTransactions, transactionCount } from './treasury.ts'

/** At most this many milliseconds on the machine of development. */
const limit = 300

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
  await measurePayment(organisation, 'as dívidas, o recibo e o lançamento na tesouraria')
  print(`Relatórios de ${size} membros e ${transactionCount} transações:`)
  const context = { today, terminology: terminologyOf('club', { name: 'Clube' }), fiscalYearStart: '1' }
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
