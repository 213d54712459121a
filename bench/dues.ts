import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../server/database/transaction.ts'
import { type ChangeNotice, changesChannel } from '../server/rest/changes.ts'
import { insertSampleDues } from '../server/dues/index.ts'
import { overviewSql } from '../server/dues/reports.ts'
import { get, patch, post } from './asking.ts'
import { bareQuotas, oneDurableUpdate, owedPage, owedTotals } from './dues-by-hand.ts'
import type { Organisation } from './organisation.ts'
import { today, vacuum } from './organisation.ts'
import { milliseconds, report, say } from './report.ts'
import { alternate, median, time, timeOne } from './timing.ts'

/** So many years of quotas make about a million charges of a hundred thousand members. */
const years = 13
const nextYear = Number(today.slice(0, 4)) + 1

/** Gives the members their charges and payments of thirteen years. */
export async function insertDues({ pool, size }: Organisation): Promise<void> {
  await inTransaction({ pool }, async (tx) => {
    await tx.query({ text: 'SET LOCAL statement_timeout = 0' })
    await insertSampleDues(tx, { today, years })
  })
  await vacuum(pool)
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM unsettled_payments',
  )
  say(`Prontas ${rows[0]?.count} dívidas de ${size} membros.`)
}

/** Debts, payments and their overview beside the same SQL by hand; changes the organisation, so it comes last. */
export async function measureDues(organisation: Organisation): Promise<void> {
  await insertDues(organisation)
  // Telling whoever paid is work of its own, which is done when there is time for it.
  await patch(`${organisation.api}/message_settings/paymentReceived`, organisation.headers, {
    enabled: false,
  })
  await measureOwed(organisation)
  await measureOverview(organisation)
  await measurePayment(organisation)
  await measureGeneration(organisation)
}

/** The first page of the debts, as the screen asks for it. */
const firstPage =
  'unsettled_payments?_status=open&_status=partial&_sort=dueDate&_limit=100' +
  '&_columns=amount,description,dueDate,memberId,memberNumber,openAmount,paidAmount,quotaStrip,status'

/**
 * Ours is the whole answer of a program that has been at work for a while, which another one has just told that something
 * was written: what it had added up is forgotten. By hand it is what PostgreSQL takes, for the page alone and with the
 * sums computed. Each goes through a series of its own: adding up every debt puts all else out of the processor's memory.
 */
async function measureOwed(organisation: Organisation): Promise<void> {
  const { api, headers, pool, size } = organisation
  const ours = () => timeOne(`${api}/${firstPage}`, { headers })
  const page = () => pool.query({ name: 'owedPage', text: owedPage })
  const written: ChangeNotice = { resource: 'unsettledPayments', action: 'updated', ids: [], version: 1 }
  const told = async () => {
    await pool.query('SELECT pg_notify($1, $2)', [changesChannel, JSON.stringify(written)])
    // By the time these are answered, it has been heard.
    await timeOne(api)
    await timeOne(api)
  }
  for (let times = 0; times < 1000; times++) await ours()
  const found = await alternate(12, {
    ours: series(ours, told),
    page: series(() => time(page)),
    bare: series(() => time(() => Promise.all([page(), pool.query(owedTotals)]))),
    afterPayment: series(ours, (round) => pay(organisation, 1000 + round)),
  })
  report({
    what: `Primeira página das dívidas com as somas de todas, ${size} membros: tempo face a calculá-las`,
    ratio: found.ours / found.bare,
    target: { most: 5 / 85 },
    detail: `${milliseconds(found.ours)} contra ${milliseconds(found.bare)}; só a página, à mão: ${milliseconds(found.page)}; logo depois de um pagamento: ${milliseconds(found.afterPayment)}`,
  })
}

/** The median of some in a row, the first of which, still in the wake of others, do not count. */
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
    bare: () => time(() => pool.query(overviewSql(today))),
  }
  await alternate(2, contenders)
  const found = await alternate(9, contenders)
  report({
    what: `Resumo dos pagamentos, ${size} membros: tempo face à mesma consulta`,
    ratio: found.ours / found.bare,
    target: { most: 1.5 },
    detail: `${milliseconds(found.ours)} contra ${milliseconds(found.bare)}`,
  })
}

async function measurePayment(organisation: Organisation): Promise<void> {
  const { pool, size } = organisation
  const contenders = {
    ours: (round: number) => time(() => pay(organisation, round)),
    bare: (round: number) =>
      time(() => pool.query(oneDurableUpdate, [memberOf(organisation, round), `Nota ${round}`])),
  }
  await alternate(20, contenders)
  const found = await alternate(150, contenders)
  report({
    what: `Registar um pagamento, com as dívidas que salda e o recibo, ${size} membros: tempo face a um UPDATE durável`,
    ratio: found.ours / found.bare,
    target: { most: 10 },
    detail: `${milliseconds(found.ours)} contra ${milliseconds(found.bare)}`,
  })
}

function memberOf({ memberIds }: Organisation, round: number): string {
  return memberIds[round % memberIds.length] ?? ''
}

/** A payment of 24 € in cash by a member, another one each round. */
function pay(organisation: Organisation, round: number): Promise<unknown> {
  const payment = { memberId: memberOf(organisation, round), date: today, amount: 24, method: 'cash' }
  return post(`${organisation.api}/payments`, organisation.headers, payment)
}

/** The quotas of next year for everybody, looked at first, and the same rows inserted and nothing more. */
async function measureGeneration(organisation: Organisation): Promise<void> {
  const { pool, size } = organisation
  const client = await pool.connect()
  let bare: number
  try {
    await client.query('BEGIN')
    // Of another year: what is rolled back stays in the way of whoever inserts the same.
    bare = await time(() => client.query(bareQuotas, [nextYear + 1]))
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
  let count = 0
  const ours = await time(async () => {
    await previewNextYear(organisation)
    count = await generateNextYear(organisation)
  })
  report({
    what: `Gerar ${count} quotas, com a previsão e os saldos, ${size} membros: tempo face a inserir as mesmas linhas`,
    ratio: ours / bare,
    target: { most: 4 },
    detail: `${milliseconds(ours)} contra ${milliseconds(bare)}`,
  })
}

export function previewNextYear({ api, headers }: Organisation): Promise<unknown> {
  return post(`${api}/quota_runs/preview`, headers, { year: nextYear })
}

/** Generates the quotas of next year for everybody. Answers how many. Throws when it fails. */
export async function generateNextYear({ api, headers }: Organisation): Promise<number> {
  const { _id } = await post(`${api}/quota_runs`, headers, { year: nextYear })
  for (;;) {
    await sleep(20)
    const run = await get(`${api}/quota_runs/${String(_id)}`, headers)
    if (run['state'] === 'failed') throw new Error(String(run['problem']))
    if (run['state'] === 'done') return Number(run['count'])
  }
}
