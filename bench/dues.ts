import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../server/database/transaction.ts'
import { insertSampleDues } from '../server/dues/index.ts'
import { overviewFromRowsSql } from '../server/testing/overview-from-rows.ts'
import { get, patch, post } from './requests.ts'
import type { Organisation } from './organisation.ts'
import { beginSession, forgetSums, today, vacuum } from './organisation.ts'
import { milliseconds, report, print } from './report.ts'
import { alternate, median, time, timeOne } from './timing.ts'

/** The baseline in plain SQL. */
const owed = `c.status IN ('open', 'partial')`

/** A hundred charges by due date with their members, and the sums of all charges, computed each time. */
const owedPage = `SELECT c.*, p.name, m.member_number, k.name AS category, s.name AS state
  FROM unsettled_payments c JOIN members m ON m.id = c.member_id JOIN people p ON p.id = m.person_id
  JOIN member_categories k ON k.id = c.category_id JOIN member_state_names s ON s.id = m.current_state_id
  WHERE ${owed} ORDER BY c.due_date, c.id LIMIT 100`
const owedTotals = `SELECT count(*), sum(amount), sum(paid_amount), sum(open_amount) FROM unsettled_payments c WHERE ${owed}`

/** The rows of a year of quotas, without rules and balances. */
const bareQuotas = `INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
  SELECT new_id(), m.id, 'quota', $1, 'Quota ' || $1::integer, make_date($1, 3, 31), 2400, m.category_id, 'generation'
  FROM members m JOIN member_categories k ON k.id = m.category_id JOIN member_state_names s ON s.id = m.current_state_id
  WHERE k.pays_quota AND s.charges_quota`

const oneDurableUpdate = 'UPDATE members SET notes = $2 WHERE id = $1'

/** Thirteen years of quotas make about a million charges for a hundred thousand members. */
const manyYears = 13
const nextYear = Number(today.slice(0, 4)) + 1

/** Inserts charges and payments of some years. */
export async function insertDues({ pool, size }: Organisation, years = manyYears): Promise<void> {
  await inTransaction({ pool }, async (tx) => {
    await tx.query({ text: 'SET LOCAL statement_timeout = 0' })
    await insertSampleDues(tx, { today, years })
  })
  await vacuum(pool)
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM unsettled_payments',
  )
  print(`Prontas ${rows[0]?.count} dívidas de ${size} membros.`)
}

/** Measures charges, payments and the overview against plain SQL. Changes the organisation's data, so it runs last. */
export async function measureDues(organisation: Organisation): Promise<void> {
  await insertDues(organisation)
  await stopReceipts(organisation)
  await measureOwed(organisation)
  await measureOverview(organisation)
  await measurePayment(organisation)
  await measureGeneration(organisation)
}

/** Receipts by email are sent by a background job, which would disturb the measurements. */
async function stopReceipts({ api, headers }: Organisation): Promise<void> {
  await patch(`${api}/message_settings/paymentReceived`, headers, { enabled: false })
}

/** The first page of the charges, as the screen requests it. */
const firstPage =
  'unsettled_payments?_status=open&_status=partial&_sort=dueDate&_limit=100' +
  '&_columns=amount,description,dueDate,memberId,memberNumber,openAmount,paidAmount,quotaStrip,status'

/**
 * `ours`: the whole response of a warm server whose cached sums were just invalidated by another process. `page` and `bare`: plain
 * SQL of the page, without and with the sums. Each is measured in series, because summing all charges evicts everything else from
 * the processor's cache.
 */
async function measureOwed(organisation: Organisation): Promise<void> {
  const { api, headers, pool, size } = organisation
  const ours = () => timeOne(`${api}/${firstPage}`, { headers })
  const page = () => pool.query({ name: 'owedPage', text: owedPage })
  for (let times = 0; times < 1000; times++) await ours()
  const medians = await alternate(12, {
    ours: series(ours, () => forgetSums(organisation, 'unsettledPayments')),
    page: series(() => time(page)),
    bare: series(() => time(() => Promise.all([page(), pool.query(owedTotals)]))),
    afterPayment: series(ours, (round) => timePayment(organisation, 1000 + round)),
  })
  report({
    what: `Primeira página das dívidas com as somas de todas, ${size} membros: tempo face a calculá-las`,
    ratio: medians.ours / medians.bare,
    // The page alone, in plain SQL, takes 0.05.
    target: { max: 0.1 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}; só a página, à mão: ${milliseconds(medians.page)}; logo depois de um pagamento: ${milliseconds(medians.afterPayment)}`,
  })
}

/** The median of consecutive measurements, without the first ones, which are still affected by other work. */
function series(measure: () => Promise<number>, before?: (round: number) => Promise<unknown>) {
  return async (round: number): Promise<number> => {
    const times: number[] = []
    for (let turn = 0; turn < 12; turn++) {
      await before?.(round * 12 + turn)
      times.push(await measure())
    }
    return median(times.slice(4))
  }
}

async function measureOverview({ api, headers, pool, size }: Organisation): Promise<void> {
  const contenders = {
    ours: () => time(() => get(`${api}/payments_overview`, headers)),
    bare: () => time(() => pool.query(overviewFromRowsSql(today))),
  }
  await alternate(2, contenders)
  const medians = await alternate(9, contenders)
  report({
    what: `Resumo dos pagamentos, ${size} membros: tempo face a somar todas as linhas`,
    ratio: medians.ours / medians.bare,
    // 10 ms where summing all rows takes 272.
    target: { max: 10 / 272 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}`,
  })
}

/** Registering a payment against a durable UPDATE; `what` is said after it. */
export async function measurePayment(
  organisation: Organisation,
  what = 'as dívidas que salda e o recibo',
): Promise<void> {
  const { pool, size } = organisation
  await stopReceipts(organisation)
  const contenders = {
    ours: (round: number) => timePayment(organisation, round),
    bare: (round: number) =>
      time(() => pool.query(oneDurableUpdate, [memberOf(organisation, round), `Nota ${round}`])),
  }
  await alternate(20, contenders)
  const medians = await alternate(150, contenders)
  report({
    what: `Registar um pagamento, com ${what}, ${size} membros: tempo face a um UPDATE durável`,
    ratio: medians.ours / medians.bare,
    target: { max: 7 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}`,
  })
}

function memberOf({ memberIds }: Organisation, round: number): string {
  return memberIds[round % memberIds.length] ?? ''
}

/** Milliseconds to register a payment of 24 € in cash, by another member in each round. */
function timePayment(organisation: Organisation, round: number): Promise<number> {
  const body = { memberId: memberOf(organisation, round), date: today, amount: 24, method: 'cash' }
  return timeOne(`${organisation.api}/payments`, { headers: organisation.headers, method: 'POST', body })
}

/** Preview and generation of a year of quotas for all members, against inserting the same rows. Another year in each round. */
export async function measureGeneration(organisation: Organisation): Promise<void> {
  const { pool, size } = organisation
  let count = 0
  const medians = await alternate(3, {
    bare: async (round) => {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        // Years that are not generated: rolled-back rows would slow down the insertion of the same keys.
        return await time(() => client.query(bareQuotas, [nextYear + 10 + round]))
      } finally {
        await client.query('ROLLBACK')
        client.release()
      }
    },
    ours: async (round) => {
      Object.assign(organisation, await beginSession(organisation.api))
      return time(async () => {
        await previewQuotas(organisation, nextYear + round)
        count = await generateQuotas(organisation, nextYear + round)
      })
    },
  })
  report({
    what: `Gerar ${count} quotas, com a previsão e os saldos, ${size} membros: tempo face a inserir as mesmas linhas`,
    ratio: medians.ours / medians.bare,
    target: { max: 3 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}`,
  })
}

export function previewQuotas({ api, headers }: Organisation, year = nextYear): Promise<unknown> {
  return post(`${api}/quota_runs/preview`, headers, { year })
}

/** Generates the quotas of a year for all members. Returns their number. Throws when it fails. */
export async function generateQuotas({ api, headers }: Organisation, year = nextYear): Promise<number> {
  const { _id } = await post(`${api}/quota_runs`, headers, { year })
  for (;;) {
    await sleep(20)
    const run = await get(`${api}/quota_runs/${String(_id)}`, headers)
    if (run['state'] === 'failed') throw new Error(String(run['problem']))
    if (run['state'] === 'done') return Number(run['count'])
  }
}
