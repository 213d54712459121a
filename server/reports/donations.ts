import { formatAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import { donationLimitOf } from '@agremia/resources/rules/legal-limits.ts'
import { sql } from '../database/sql.ts'
import { receivedStates } from '@agremia/resources/payment-states.ts'
import { isReceived, isUsed } from '../dues/index.ts'
import { euros } from '../rest/euros.ts'
import type { Asked, Report, ReportRow } from './declare.ts'
import { listOf } from './lists.ts'

/** Filters of a year by a field with a date. */
const inYear = ({ year }: Asked) => ({ date_from: `${year}-01-01`, date_to: `${year}-12-31` })

const idsOf = (row: ReportRow, column: 'memberIds' | 'entityIds') =>
  row[column] === null ? undefined : String(row[column]).split(',')

/** Filters of what members paid: a donor may have several memberships. */
const ofMember = (row: ReportRow | null) => ({
  memberId: row ? (idsOf(row, 'memberIds') ?? 'null') : undefined,
})

/** Filters of one donor, members or entities; of all without a row. Undefined for both: no list has the one or the other. */
function donorOf(row: ReportRow | null) {
  if (!row) return {}
  const [memberId, externalEntityId] = [idsOf(row, 'memberIds'), idsOf(row, 'entityIds')]
  if (memberId && externalEntityId) return undefined
  if (memberId || externalEntityId) return { memberId, externalEntityId }
  return { memberId: 'null', externalEntityId: 'null' }
}

/** The list of the transactions of a donor that are donations, without those of payments of members. */
function movedBy(row: ReportRow | null, asked: Asked, more: Parameters<typeof listOf>[1] = {}) {
  const donor = donorOf(row)
  const filters = {
    ...inYear(asked),
    kind: 'income',
    purpose: 'donations',
    paymentId: 'null',
    ...donor,
    ...more,
  }
  return donor && listOf('transactions', filters, 'income')
}

/** The list of the goods that a donor gave. */
function goodsOf(row: ReportRow | null, asked: Asked) {
  const donor = donorOf(row)
  return donor && listOf('donationsInKind', { ...inYear(asked), status: 'registered', ...donor }, 'value')
}

/** The list of the donations that members paid. */
const paidBy = (row: ReportRow | null, asked: Asked) =>
  listOf(
    'paymentItems',
    { ...ofMember(row), type: 'donation', ...inYear(asked), status: [...receivedStates] },
    'amount',
  )

/** The list of the donations that members paid with their credit. */
const usedBy = (row: ReportRow | null, asked: Asked) =>
  listOf('creditUses', { ...ofMember(row), type: 'donation', ...inYear(asked), status: 'active' }, 'amount')

/** The list of all donations of a donor who gave in one way only; `more`: further filters of transactions. */
function onlyList(row: ReportRow | null, asked: Asked, more?: Parameters<typeof movedBy>[2]) {
  switch (row?.['ways']) {
    case 'paid':
      return paidBy(row, asked)
    case 'used':
      return usedBy(row, asked)
    case 'moved':
      return movedBy(row, asked, more)
    case 'goods':
      return goodsOf(row, asked)
    default:
      return undefined
  }
}

/** The amount above which no donation of the year may arrive in cash. */
const cashLimit = ({ year }: Asked) => donationLimitOf(`${year}-12-31`) ?? Number.MAX_SAFE_INTEGER

/** Donations received in a year: paid by members, directly or with their credit, transactions of the treasury, and goods. Amounts in cents. */
const receivedSql = (asked: Asked) => sql`
  days AS (SELECT make_date(${asked.year}::integer, 1, 1) AS first, make_date(${asked.year}::integer, 12, 31) AS last),
  received AS (
    SELECT i.member_id, NULL::uuid AS entity_id, i.amount AS paid, 0 AS used, 0 AS moved, 0 AS goods, 0 AS cash, 1 AS donations, 'paid' AS way
    FROM days, unsettled_payments c JOIN payment_items i ON i.unsettled_payment_id = c.id JOIN payments p ON p.id = i.payment_id
    WHERE c.type = 'donation' AND ${isReceived} AND p.date BETWEEN days.first AND days.last
    UNION ALL
    SELECT u.member_id, NULL, 0, u.amount, 0, 0, 0, 1, 'used' FROM days, unsettled_payments c JOIN credit_uses u ON u.unsettled_payment_id = c.id
    WHERE c.type = 'donation' AND ${isUsed} AND u.date BETWEEN days.first AND days.last
    UNION ALL
    SELECT CASE WHEN t.external_entity_id IS NULL THEN t.member_id END, t.external_entity_id, 0, 0, t.amount, 0,
      CASE WHEN t.method = 'cash' AND t.status = 'registered' AND t.amount > ${cashLimit(asked)} THEN t.amount ELSE 0 END, (t.status = 'registered')::integer, 'moved'
    FROM days, transactions t JOIN transaction_categories k ON k.id = t.category_id
    WHERE k.purpose = 'donations' AND t.kind = 'income' AND t.payment_id IS NULL AND t.date BETWEEN days.first AND days.last
    UNION ALL
    SELECT d.member_id, d.external_entity_id, 0, 0, 0, d.value, 0, 1, 'goods' FROM days, donations_in_kind d
    WHERE d.status = 'registered' AND d.date BETWEEN days.first AND days.last)`

const nobody = 'Sem doador indicado'

/** Donations by tax number, which members and entities may share: the facts of the Modelo 25 declaration (Portaria n.º 288/2022; EBF art. 66.º n.º 1 c). */
export const donations: Report = {
  name: 'donations',
  question: 'Quem deu, e quanto, para a declaração Modelo 25?',
  reads: ['members', 'payments', 'transactions', 'externalEntities', 'donationsInKind'],
  shows: ['nif'],
  parameters: ['year', 'compare'],
  rowLabel: 'Doador',
  statement: (asked) => sql`
    WITH ${receivedSql(asked)}
    SELECT coalesce(p.nif, e.nif, p.id::text, e.id::text, '') AS key, coalesce(min(p.name), min(e.name), ${nobody}) AS label,
      coalesce(p.nif, e.nif) AS nif, string_agg(DISTINCT r.member_id::text, ',') AS "memberIds", string_agg(DISTINCT e.id::text, ',') AS "entityIds",
      string_agg(DISTINCT r.way, ',') AS ways, sum(r.donations)::integer AS donations, ${euros('sum(r.paid)')} AS paid, ${euros('sum(r.used)')} AS used, ${euros('sum(r.moved)')} AS moved,
      ${euros('sum(r.goods)')} AS goods, ${euros('sum(r.cash)')} AS cash, ${euros('sum(r.paid + r.used + r.moved + r.goods)')} AS total
    FROM received r LEFT JOIN members m ON m.id = r.member_id LEFT JOIN people p ON p.id = m.person_id LEFT JOIN external_entities e ON e.id = r.entity_id
    GROUP BY 1, 3 HAVING sum(r.donations) > 0 OR sum(r.paid + r.used + r.moved + r.goods) <> 0
    ORDER BY sum(r.paid + r.used + r.moved + r.goods) DESC, 2, 1`,
  columns: [
    { name: 'nif', label: 'NIF', type: 'text' },
    {
      name: 'donations',
      label: 'Donativos',
      type: 'integer',
      list(row, asked) {
        const found = onlyList(row, asked, { status: 'registered' })
        return found && { resource: found.resource, filters: found.filters }
      },
    },
    {
      name: 'paid',
      label: 'Em pagamentos',
      type: 'euros',
      list: paidBy,
    },
    {
      name: 'used',
      label: 'Com crédito',
      type: 'euros',
      list: usedBy,
    },
    {
      name: 'moved',
      label: 'Na tesouraria',
      type: 'euros',
      list: (row, asked) => movedBy(row, asked),
    },
    {
      name: 'goods',
      label: 'Em espécie',
      type: 'euros',
      list: goodsOf,
    },
    { name: 'total', label: 'Total', type: 'euros', list: (row, asked) => onlyList(row, asked) },
    {
      name: 'cash',
      label: 'Em numerário, acima do limite',
      type: 'euros',
      list: (row, asked) =>
        movedBy(row, asked, {
          method: 'cash',
          status: 'registered',
          amount_from: toEuros(cashLimit(asked) + 1),
        }),
    },
  ],
  hidden: { memberIds: 'text?', entityIds: 'text?', ways: 'text' },
  compared: 'total',
  chart: { kind: 'rows', columns: ['total'], rows: 12 },
  notes: (asked) => [
    'O Modelo 25 entrega-se até ao fim de fevereiro do ano seguinte. Os donativos sem NIF não podem constar da declaração.',
    ...(donationLimitOf(`${asked.year}-12-31`) === undefined
      ? []
      : [
          `Os donativos em dinheiro acima de ${formatAmount(cashLimit(asked))} devem chegar por um meio que identifique quem dá: a última coluna tem os que a tesouraria recebeu em numerário.`,
        ]),
  ],
}
