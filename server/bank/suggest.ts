import type { BookingKind } from '@agremia/resources/definitions/bank-statements.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { Settleable } from '@agremia/resources/rules/allocate.ts'
import { sortBySettlement } from '@agremia/resources/rules/allocate.ts'
import type { Cents, Euros } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import { addDays, daysBetween, formatDate } from '@agremia/resources/rules/dates.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { nif as nifRule } from '@agremia/resources/rules/identity-numbers.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { Querying } from '../database/querying.ts'
import { sealedForms } from '../database/sealed-text.ts'
import { execute, jsonOf, many, sql, textOf } from '../database/sql.ts'
import { isOwed } from '../dues/index.ts'
import { leftToPay } from '../treasury/index.ts'

/** What a line probably is (`suggestionShape`). */
export interface Suggestion {
  kind: BookingKind
  label: string
  reasons: string[]
  isSure: boolean
  transactionIds?: string[]
  memberId?: string
  chargeIds?: string[]
  categoryId?: string | null
  externalEntityId?: string | null
  documentIds?: string[]
  otherAccountId?: string
  parts?: { kind: 'payment'; memberId: string; chargeIds: string[]; amount: Euros }[]
}

interface Line {
  id: string
  date: string
  description: string
  amount: Cents
  counterpartName: string | null
  counterpartIban: string | null
  reference: string | null
  pattern: string
  isReturn: boolean
}

const lineShape = {
  id: 'uuid',
  date: 'day',
  description: 'text',
  amount: 'cents',
  counterpartName: 'text?',
  counterpartIban: 'text?',
  reference: 'text?',
  pattern: 'text',
  isReturn: 'boolean',
} as const

/** Days between the bank's day and ours within which a transaction may be the same. */
const nearDays = 15
const maxSuggestions = 4

/**
 * Computes the suggestions of the open lines of an account, and stores them. One statement for each kind of evidence, whose keys are read
 * from the texts of the lines, so that the work grows with the lines and not with the charges.
 */
export async function suggestLines(db: Querying, accountId: string): Promise<void> {
  const lines = await many(
    db,
    sql`SELECT id, date, description, amount, counterpart_name AS "counterpartName", counterpart_iban AS "counterpartIban", reference, pattern,
          is_return AS "isReturn" FROM bank_lines WHERE account_id = ${accountId} AND status = 'open' ORDER BY date, place`,
    lineShape,
  )
  if (lines.length === 0) return
  const evidence = await readEvidence(db, accountId, lines)
  const found = lines.map((line) => {
    const suggestions = suggestionsOf(line, evidence)
    return { id: line.id, suggestions, isSure: suggestions[0]?.isSure === true }
  })
  const unsure = withoutRivals(found)
  await execute(
    db,
    sql`UPDATE bank_lines l SET suggestions = x.suggestions, is_sure = x."isSure"
        FROM jsonb_to_recordset(${JSON.stringify(unsure)}) AS x (id uuid, suggestions jsonb, "isSure" boolean)
        WHERE l.id = x.id AND (l.suggestions, l.is_sure) IS DISTINCT FROM (x.suggestions, x."isSure")`,
  )
}

interface Found {
  id: string
  suggestions: Suggestion[]
  isSure: boolean
}

/** Two lines that claim the same transaction or charges are sure of neither. */
function withoutRivals(found: readonly Found[]): Found[] {
  const claims = new Map<string, number>()
  const claimed = ({ suggestions: [first] }: Found) => [
    ...(first?.transactionIds ?? []),
    ...(first?.chargeIds ?? []),
    ...(first?.parts ?? []).flatMap(({ chargeIds }) => chargeIds),
    ...(first?.documentIds ?? []),
  ]
  for (const one of found) for (const id of claimed(one)) claims.set(id, (claims.get(id) ?? 0) + 1)
  return found.map((one) => {
    if (!one.isSure || claimed(one).every((id) => claims.get(id) === 1)) return one
    const [first, ...others] = one.suggestions
    const doubtful = first && {
      ...first,
      isSure: false,
      reasons: [...first.reasons, 'outra linha também serve'],
    }
    return { ...one, suggestions: doubtful ? [doubtful, ...others] : others, isSure: false }
  })
}

/** What the texts of the lines lead to. */
interface Evidence {
  /** Unreconciled transactions of the account by effect; those of a payment count as one. */
  transactions: Map<Cents, Booked[]>
  /** Those of a direct debit, by the reference that we gave it. */
  debits: Map<string, Omit<Booked, 'parties'>[]>
  keys: Map<string, Keys>
  members: Map<string, Member[]>
  charges: Map<string, Charge[]>
  entities: Map<string, Entity[]>
  documents: Map<string, Document[]>
  alike: Map<string, Alike>
  accounts: Map<string, { id: string; name: string }>
  opposite: Map<Cents, Opposite[]>
}

interface Booked {
  ids: string[]
  date: string
  label: string
  effect: Cents
  /** Members and entities whose money it is; empty when that is not known. */
  parties: string[]
}
interface Member {
  id: string
  name: string
  number: number
}
interface Charge extends Settleable {
  id: string
  memberId: string
  description: string
  openAmount: Cents
}
interface Entity {
  id: string
  name: string
  categoryId: string | null
}
interface Document {
  id: string
  number: string
  description: string
  entityId: string
  categoryId: string | null
  openAmount: Cents
}
interface Alike {
  categoryId: string
  categoryName: string
  externalEntityId: string | null
  entityName: string | null
  times: number
}
interface Opposite {
  accountId: string
  accountName: string
  date: string
}

/** What a line names: texts to search for. */
interface Keys {
  numbers: string[]
  nifs: string[]
  references: string[]
  names: string[]
  words: string[]
}

/** Words before a member number. */
const numberWords = new Set([
  'socio',
  'socia',
  'soc',
  'cooperador',
  'cooperante',
  'membro',
  'num',
  'numero',
  'no',
  'n',
  'nr',
])
/** Words of banks, which are no names. */
const bankWords = new Set(
  'trf transf transferencia tr pag pagamento mbway mb way de da do dos das para por a e o sepa imediata inst instant credito cred deb debito quota quotas cota cotas joia anual ano mensal socio socia ordem emitida recebida via net conta ref referencia cartao compra dd'.split(
    ' ',
  ),
)
/** More words than that are a text, not a name. */
const maxNameWords = 8

/** The keys of a line. Names are first and last word, in any pair of its words. */
export function keysOf({
  description,
  counterpartName,
  reference,
}: Pick<Line, 'description' | 'counterpartName' | 'reference'>): Keys {
  const words = foldText([description, counterpartName, reference].filter(Boolean).join(' ')).split(' ')
  const numbers = words.flatMap((word, index) => {
    const glued = word.match(/^(?:socio|soc|n)(\d{1,7})$/)?.[1]
    if (glued !== undefined) return [glued]
    return /^\d{1,7}$/.test(word) && numberWords.has(words[index - 1] ?? '') ? [word] : []
  })
  const figures = words.filter((word) => /^\d{9}$/.test(word))
  const spaced = [...(` ${words.join(' ')} `.match(/(?<= )\d{3} \d{3} \d{3}(?= )/g) ?? [])].map((text) =>
    text.replaceAll(' ', ''),
  )
  const nameSource = foldText(counterpartName ?? description).split(' ')
  const named = nameSource
    .filter((word) => /^\p{L}{2,}$/u.test(word) && !bankWords.has(word))
    .slice(0, maxNameWords)
  return {
    numbers: [...new Set(numbers.map((text) => String(Number(text))))],
    nifs: [...new Set([...figures, ...spaced])].filter((text) => nifRule.problem(text) === undefined),
    references: [...new Set([...figures, ...spaced])],
    names: named.flatMap((first, index) => named.slice(index + 1).map((last) => `${first} ${last}`)),
    words: words.filter((word) => word.length >= 4 && !bankWords.has(word)),
  }
}

const bookedShape = { ids: jsonOf<string[]>(), date: 'day', effect: 'cents', label: 'text' } as const

async function readEvidence(db: Querying, accountId: string, lines: readonly Line[]): Promise<Evidence> {
  const keys = new Map(lines.map((line) => [line.id, keysOf(line)]))
  const all = (of: (keys: Keys) => string[]) => [...new Set([...keys.values()].flatMap(of))]
  const ibans = [...new Set(lines.flatMap(({ counterpartIban }) => counterpartIban ?? []))]
  const forms = ibans.flatMap(sealedForms)
  const amounts = [...new Set(lines.map(({ amount }) => amount))]
  const [first, last] = [lines[0]?.date ?? '', lines.at(-1)?.date ?? '']
  const booked = await many(
    db,
    sql`SELECT json_agg(t.id ORDER BY t.id) AS ids, max(t.date) AS date, sum(t.effect)::bigint AS effect,
          min(t.number) || ' · ' || (array_agg(t.description ORDER BY t.id))[1] AS label,
          array_remove(array_agg(t.member_id) || array_agg(t.external_entity_id)
            || ARRAY(SELECT i.member_id FROM payment_items i WHERE i.payment_id = (array_agg(t.payment_id))[1]), NULL) AS parties
        FROM transactions t WHERE t.account_id = ${accountId} AND t.reconciled_on IS NULL AND t.status = 'registered'
          AND t.date BETWEEN ${addDays(first, -nearDays)}::date AND ${addDays(last, nearDays)}::date
        GROUP BY coalesce(t.payment_id, t.id) HAVING sum(t.effect) = ANY(${amounts}::bigint[]) ORDER BY max(t.date), min(t.id::text)`,
    { ...bookedShape, parties: 'uuid[]' },
  )
  // The bank enters a batch of direct debits as one sum.
  const batches = await many(
    db,
    sql`SELECT json_agg(t.id ORDER BY t.id) AS ids, b.collection_date AS date, sum(t.effect)::bigint AS effect, 'Remessa de débitos ' || b.number AS label
        FROM debit_batches b JOIN debit_collections u ON u.batch_id = b.id JOIN transactions t ON t.payment_id = u.payment_id
        WHERE b.account_id = ${accountId} AND b.collection_date BETWEEN ${addDays(first, -nearDays)}::date AND ${addDays(last, nearDays)}::date
          AND t.account_id = ${accountId} AND t.reconciled_on IS NULL AND t.status = 'registered' AND t.return_id IS NULL
        GROUP BY b.id HAVING count(DISTINCT u.id) > 1 AND sum(t.effect) = ANY(${amounts}::bigint[]) ORDER BY b.collection_date, b.id`,
    bookedShape,
  )
  const debits = await many(
    db,
    sql`SELECT replace(u.id::text, '-', '') AS reference, json_agg(t.id ORDER BY t.id) AS ids, max(t.date) AS date, sum(t.effect)::bigint AS effect,
          min(t.number) || ' · ' || (array_agg(t.description ORDER BY t.id))[1] AS label
        FROM debit_collections u JOIN transactions t ON t.payment_id = u.payment_id
        WHERE u.id = ANY(${debitIdsOf(lines)}::uuid[]) AND t.account_id = ${accountId} AND t.reconciled_on IS NULL AND t.status = 'registered'
        GROUP BY u.id, t.return_id ORDER BY u.id, max(t.date)`,
    { ...bookedShape, reference: 'text' },
  )
  const people = await many(
    db,
    sql`WITH found AS (
          SELECT 'number ' || n AS key, m.id FROM unnest(${all((one) => one.numbers)}::integer[]) AS n JOIN members m ON m.member_number = n
          UNION SELECT 'nif ' || p.nif, m.id FROM people p JOIN members m ON m.person_id = p.id WHERE p.nif = ANY(${all((one) => one.nifs)})
          UNION SELECT 'iban ' || m.iban, m.id FROM members m WHERE m.iban = ANY(${forms})
          UNION SELECT 'iban ' || l.counterpart_iban, l.member_id FROM bank_lines l
            WHERE l.status = 'booked' AND l.counterpart_iban = ANY(${forms}) AND l.member_id IS NOT NULL
          UNION SELECT 'iban ' || l.counterpart_iban, y.member_id FROM bank_lines l JOIN transactions t ON t.bank_line_id = l.id
            JOIN payments y ON y.id = t.payment_id WHERE l.status = 'booked' AND l.kind = 'parts' AND l.counterpart_iban = ANY(${forms})
          UNION SELECT 'reference ' || a.reference, a.member_id FROM payment_advices a
            WHERE NOT a.released AND a.reference = ANY(${all((one) => one.references)})
          UNION SELECT 'name ' || name_ends(p.name), m.id FROM people p JOIN members m ON m.person_id = p.id
            WHERE name_ends(p.name) = ANY(${all((one) => one.names)}))
        SELECT f.key, m.id, m.label AS name, m.member_number AS number FROM found f JOIN members m ON m.id = f.id
          JOIN member_state_names s ON s.id = m.current_state_id ORDER BY s.marks_end, m.member_number`,
    { key: 'text', id: 'uuid', name: 'text', number: 'integer' },
  )
  const memberIds = [...new Set(people.map(({ id }) => id))]
  const charges = await many(
    db,
    sql`SELECT id, member_id AS "memberId", type, due_date AS "dueDate", description, open_amount AS "openAmount"
        FROM unsettled_payments c WHERE c.member_id = ANY(${memberIds}::uuid[]) AND ${isOwed}`,
    {
      id: 'uuid',
      memberId: 'uuid',
      type: textOf<ChargeType>(),
      dueDate: 'day',
      description: 'text',
      openAmount: 'cents',
    },
  )
  const entities = await many(
    db,
    sql`WITH found AS (
          SELECT 'iban ' || e.iban AS key, e.id FROM external_entities e WHERE e.iban = ANY(${forms})
          UNION SELECT 'nif ' || e.nif, e.id FROM external_entities e WHERE e.nif = ANY(${all((one) => one.nifs)})
          UNION SELECT 'iban ' || l.counterpart_iban, l.external_entity_id FROM bank_lines l
            WHERE l.status = 'booked' AND l.counterpart_iban = ANY(${forms}) AND l.external_entity_id IS NOT NULL
          UNION SELECT 'word ' || w, e.id FROM external_entities e,
            unnest(array_remove(ARRAY[split_part(fold_text(e.name), ' ', 1), split_part(fold_text(e.name), ' ', 2)], '')) AS w
            WHERE e.active AND w = ANY(${all((one) => one.words)}))
        SELECT f.key, e.id, e.name, e.default_category_id AS "categoryId" FROM found f JOIN external_entities e ON e.id = f.id ORDER BY e.name, e.id`,
    { key: 'text', id: 'uuid', name: 'text', categoryId: 'uuid?' },
  )
  const documents = await many(
    db,
    sql`SELECT d.id, d.number, d.description, d.external_entity_id AS "entityId", d.category_id AS "categoryId",
          ${leftToPay} AS "openAmount" FROM treasury_docs d
        WHERE d.status IN ('unpaid', 'partial') AND d.external_entity_id = ANY(${[...new Set(entities.map(({ id }) => id))]}::uuid[])`,
    {
      id: 'uuid',
      number: 'text',
      description: 'text',
      entityId: 'uuid',
      categoryId: 'uuid?',
      openAmount: 'cents',
    },
  )
  const alike = await many(
    db,
    sql`SELECT DISTINCT ON (l.pattern, l.amount > 0) l.pattern || CASE WHEN l.amount > 0 THEN '+' ELSE '-' END AS pattern, l.category_id AS "categoryId",
          k.name AS "categoryName", l.external_entity_id AS "externalEntityId", e.name AS "entityName",
          count(*) OVER (PARTITION BY l.pattern, l.amount > 0, l.category_id, l.external_entity_id)::integer AS times
        FROM bank_lines l JOIN transaction_categories k ON k.id = l.category_id LEFT JOIN external_entities e ON e.id = l.external_entity_id
        WHERE l.status = 'booked' AND l.kind = 'entry' AND k.active AND l.pattern = ANY(${[...new Set(lines.map(({ pattern }) => pattern))]})
        ORDER BY l.pattern, l.amount > 0, l.date DESC, l.id DESC`,
    {
      pattern: 'text',
      categoryId: 'uuid',
      categoryName: 'text',
      externalEntityId: 'uuid?',
      entityName: 'text?',
      times: 'integer',
    },
  )
  const accounts = await many(
    db,
    sql`SELECT id, name, iban FROM treasury_accounts WHERE id <> ${accountId} AND active AND iban = ANY(${ibans})`,
    { id: 'uuid', name: 'text', iban: 'text' },
  )
  const opposite = await many(
    db,
    sql`SELECT l.account_id AS "accountId", a.name AS "accountName", l.date, -l.amount AS amount FROM bank_lines l
        JOIN treasury_accounts a ON a.id = l.account_id
        WHERE l.account_id <> ${accountId} AND l.status = 'open' AND -l.amount = ANY(${amounts}::bigint[])`,
    { accountId: 'uuid', accountName: 'text', date: 'day', amount: 'cents' },
  )
  return {
    keys,
    debits: Map.groupBy(debits, ({ reference }) => reference),
    transactions: Map.groupBy(
      [...booked, ...batches.map((batch) => ({ ...batch, parties: [] }))],
      ({ effect }) => effect,
    ),
    members: Map.groupBy(people, ({ key }) => key),
    charges: new Map(
      [...Map.groupBy(charges, ({ memberId }) => memberId)].map(([id, own]) => [id, sortBySettlement(own)]),
    ),
    entities: Map.groupBy(entities, ({ key }) => key),
    documents: Map.groupBy(documents, ({ entityId }) => entityId),
    alike: new Map(alike.map(({ pattern, ...one }) => [pattern, one])),
    accounts: new Map(accounts.map(({ iban, ...one }) => [iban, one])),
    opposite: Map.groupBy(opposite, ({ amount }) => amount),
  }
}

/** The suggestions of a line, the likeliest first. */
function suggestionsOf(line: Line, evidence: Evidence): Suggestion[] {
  const there = bookedAlready(line, evidence)
  const found = [
    ...there.likely,
    ...transfers(line, evidence),
    // What the bank takes back is no payment of a member.
    ...(line.amount > 0 && !line.isReturn ? membersPayments(line, evidence) : []),
    ...entries(line, evidence),
    ...there.contradicted,
  ]
  return found.toSorted((one, other) => Number(other.isSure) - Number(one.isSure)).slice(0, maxSuggestions)
}

/** The references of the lines that are those of our direct debits, as ids. */
function debitIdsOf(lines: readonly Line[]): string[] {
  return lines.map(({ reference }) => debitReference(reference)).filter((id) => id !== '')
}

function debitReference(reference: string | null): string {
  return /^[\da-f]{32}$/i.test(reference ?? '') ? String(reference).toLowerCase() : ''
}

/**
 * The transactions of a direct debit that the line names, else those of the same amount that are near. Sure when there is one, few days away. Those of
 * somebody else than the line names are apart, and never sure.
 */
function bookedAlready(line: Line, evidence: Evidence): { likely: Suggestion[]; contradicted: Suggestion[] } {
  const { amount, date, reference } = line
  const debits = (evidence.debits.get(debitReference(reference)) ?? []).filter(
    ({ effect }) => effect === amount,
  )
  if (debits.length > 0) {
    const likely = debits.map(({ ids, label }) => ({
      kind: 'transactions' as const,
      label,
      reasons: ['a referência do débito', 'o mesmo valor'],
      isSure: debits.length === 1,
      transactionIds: ids,
    }))
    return { likely, contradicted: [] }
  }
  const near = (evidence.transactions.get(amount) ?? [])
    .map((one) => ({ ...one, days: daysBetween(one.date, date) }))
    .filter(({ days }) => Math.abs(days) <= nearDays)
    .toSorted((one, other) => Math.abs(one.days) - Math.abs(other.days))
  const [likely = [], contradicted = []] = [false, true].map((isWanted) =>
    near.filter(({ parties }) => contradicts(parties, partiesOf(line, evidence)) === isWanted),
  )
  const suggestion = ({ ids, label, days, date: day }: (typeof near)[number], isContradicted: boolean) => ({
    kind: 'transactions' as const,
    label,
    reasons: [
      'o mesmo valor',
      days === 0 ? 'no mesmo dia' : `de ${formatDate(day)}`,
      ...(isContradicted ? ['a linha indica outra pessoa'] : []),
    ],
    isSure: !isContradicted && likely.length === 1 && Math.abs(days) <= 5,
    transactionIds: ids,
  })
  return {
    likely: likely.slice(0, 2).map((one) => suggestion(one, false)),
    contradicted: contradicted.slice(0, 2).map((one) => suggestion(one, true)),
  }
}

/** Members and entities that a line leads to. */
interface Parties {
  /** By number, NIF or reference. */
  named: Set<string>
  /** By the account or a name: another person may pay. */
  hinted: Set<string>
}

function partiesOf({ id, amount, counterpartIban }: Line, { keys, members, entities }: Evidence): Parties {
  const { references = [], nifs = [], numbers = [], names = [] } = keys.get(id) ?? {}
  const idsOf = (prefix: string, values: readonly string[]) =>
    values
      .flatMap((value) => [
        ...(members.get(`${prefix} ${value}`) ?? []),
        ...(entities.get(`${prefix} ${value}`) ?? []),
      ])
      .map((one) => one.id)
  return {
    named: new Set([
      ...idsOf('reference', references),
      ...idsOf('nif', nifs), // In what leaves the account, a number is rather that of an invoice.
      ...(amount > 0 ? idsOf('number', numbers) : []),
    ]),
    hinted: new Set([
      ...idsOf('iban', counterpartIban === null ? [] : [counterpartIban]),
      ...idsOf('name', names),
    ]),
  }
}

/** Whether a line is of somebody else than a transaction: it names others, or leads to others alone. */
function contradicts(parties: readonly string[], { named, hinted }: Parties): boolean {
  if (parties.length === 0) return false
  if (named.size > 0) return [...named].some((id) => !parties.includes(id))
  return hinted.size > 0 && !parties.some((id) => hinted.has(id))
}

function transfers({ amount, date, counterpartIban }: Line, { accounts, opposite }: Evidence): Suggestion[] {
  const own = counterpartIban === null ? undefined : accounts.get(counterpartIban)
  const word = amount > 0 ? 'de' : 'para'
  if (own)
    return [
      {
        kind: 'transfer',
        label: `Transferência ${word} «${own.name}»`,
        reasons: ['o IBAN é o dessa conta'],
        isSure: true,
        otherAccountId: own.id,
      },
    ]
  return (opposite.get(amount) ?? [])
    .filter((one) => Math.abs(daysBetween(one.date, date)) <= 3)
    .slice(0, 1)
    .map((one) => ({
      kind: 'transfer',
      label: `Transferência ${word} «${one.accountName}»`,
      reasons: [`lá há ${formatAmount(0 - amount)} em ${formatDate(one.date)}`],
      isSure: false,
      otherAccountId: one.accountId,
    }))
}

/** How strongly each kind of key identifies a member. */
const identifying: [
  key: keyof Pick<Keys, 'references' | 'nifs' | 'numbers' | 'names'>,
  prefix: string,
  reason: string,
  weight: number,
][] = [
  // Beats an IBAN with a name: others may pay a debt.
  ['references', 'reference', 'a referência Multibanco', 6],
  ['nifs', 'nif', 'o NIF', 3],
  ['numbers', 'number', 'o número no texto', 2],
  ['names', 'name', 'o nome', 2],
]
const ibanWeight = 3
/** Of several people: it proposes them, and together with a name it does not decide. */
const sharedIbanWeight = 0.5
/** From this weight on, a member that owes exactly the amount is sure. */
const sureWeight = 3

function membersPayments(line: Line, evidence: Evidence): Suggestion[] {
  const keys = evidence.keys.get(line.id)
  if (!keys) return []
  const candidates = new Map<string, { member: Member; weight: number; reasons: string[] }>()
  /** Members that the text itself names by a number, a NIF or a reference. */
  const named = new Map<string, Member>()
  const add = (member: Member, weight: number, reason: string) => {
    const known = candidates.get(member.id) ?? { member, weight: 0, reasons: [] }
    if (!known.reasons.includes(reason)) {
      known.weight += weight
      known.reasons.push(reason)
    }
    candidates.set(member.id, known)
  }
  const ofIban =
    line.counterpartIban === null ? [] : (evidence.members.get(`iban ${line.counterpartIban}`) ?? [])
  for (const member of ofIban)
    if (ofIban.length === 1) add(member, ibanWeight, 'o IBAN')
    else add(member, sharedIbanWeight, `o IBAN, de ${ofIban.length} pessoas`)
  for (const [name, prefix, reason, weight] of identifying)
    for (const key of keys[name])
      for (const member of evidence.members.get(`${prefix} ${key}`) ?? []) {
        add(member, weight, reason)
        if (name !== 'names') named.set(member.id, member)
      }
  const ofReference = new Set(
    keys.references.flatMap((key) => evidence.members.get(`reference ${key}`) ?? []).map(({ id }) => id),
  )
  // A reference is of one debt; else a text that names somebody else does not say whose the money is.
  const contradicts = (id: string) =>
    ofReference.size > 0
      ? !ofReference.has(id) || ofReference.size > 1
      : [...named.keys()].some((other) => other !== id)
  const ranked = [...candidates.values()]
    .map((one) => ({ ...one, paid: chargesFor(line.amount, evidence.charges.get(one.member.id) ?? []) }))
    .toSorted(
      (one, other) => other.weight + Number(other.paid.isExact) - one.weight - Number(one.paid.isExact),
    )
  const [best, second] = ranked
  const singles = ranked.slice(0, 3).map(({ member, weight, reasons, paid }): Suggestion => ({
    kind: 'payment',
    label: `${member.number} · ${member.name}: ${paid.label}`,
    reasons: [...reasons, ...(paid.reason ? [paid.reason] : [])],
    isSure:
      member.id === best?.member.id &&
      weight >= sureWeight &&
      paid.isExact &&
      !contradicts(member.id) &&
      (second === undefined || second.weight < weight || !second.paid.isExact),
    memberId: member.id,
    chargeIds: paid.charges.map(({ id }) => id),
  }))
  const shared = sharedPayment(line.amount, [[...named.values()], ofIban], evidence)
  // What several owe together is likelier than a payment that settles no debt exactly.
  return shared && !ranked.some(({ paid }) => paid.isExact)
    ? [shared, ...singles]
    : [...singles, ...(shared ? [shared] : [])]
}

/** Members whose debts together may be proposed. */
const maxShared = 10

/** A payment for several members, when all that they owe, or the oldest debt of each, is the amount. */
function sharedPayment(
  amount: Cents,
  groups: readonly (readonly Member[])[],
  { charges }: Evidence,
): Suggestion | undefined {
  for (const members of groups) {
    const owing = members
      .map((member) => ({ member, owed: charges.get(member.id) ?? [] }))
      .filter(({ owed }) => owed.length > 0)
    if (owing.length < 2 || owing.length > maxShared) continue
    for (const count of [Infinity, 1]) {
      const parts = owing.map(({ member, owed }) => ({ member, paid: owed.slice(0, count) }))
      const sums = parts.map(({ paid }) => paid.reduce((sum, { openAmount }) => sum + openAmount, 0))
      if (sums.reduce((sum, one) => sum + one, 0) !== amount) continue
      return {
        kind: 'parts',
        label: parts
          .map(({ member, paid }) => `${member.number} · ${member.name}: ${words(paid)}`)
          .join('; '),
        reasons: [
          members === groups[0] ? 'as pessoas que o texto indica' : 'as pessoas deste IBAN',
          'paga o que devem em conjunto',
        ],
        isSure: false,
        parts: parts.map(({ member, paid }, index) => ({
          kind: 'payment',
          memberId: member.id,
          chargeIds: paid.map(({ id }) => id),
          amount: toEuros(sums[index] ?? 0),
        })),
      }
    }
  }
  return undefined
}

/** The charges that an amount pays exactly: all, the oldest ones, or one. None otherwise: the payment then settles the oldest ones. */
function chargesFor(amount: Cents, charges: readonly Charge[]) {
  let sum = 0
  for (const [index, { openAmount }] of charges.entries()) {
    sum += openAmount
    if (sum !== amount) continue
    const paid = charges.slice(0, index + 1)
    const isAll = paid.length === charges.length
    return {
      charges: paid,
      isExact: true,
      label: words(paid),
      reason: isAll ? 'paga tudo o que deve' : 'paga o mais antigo',
    }
  }
  const one = charges.find(({ openAmount }) => openAmount === amount)
  if (one) return { charges: [one], isExact: true, label: words([one]), reason: 'o valor de uma dívida' }
  const total = charges.reduce((all, { openAmount }) => all + openAmount, 0)
  return {
    charges: [],
    isExact: false,
    label: total === 0 ? 'não deve nada, fica como crédito' : `deve ${formatAmount(total)}`,
    reason: undefined,
  }
}

function words(charges: readonly Charge[]): string {
  return charges.length === 1 ? (charges[0]?.description ?? '') : counted(charges.length, 'dívida', 'dívidas')
}

/** Documents of an entity, and what lines that are alike were booked as. */
function entries(line: Line, evidence: Evidence): Suggestion[] {
  const keys = evidence.keys.get(line.id)
  const found: Suggestion[] = []
  const text = foldText(`${line.description} ${line.counterpartName ?? ''}`)
  const candidates = [
    ...(line.counterpartIban === null
      ? []
      : (evidence.entities.get(`iban ${line.counterpartIban}`) ?? [])
    ).map((entity) => ({ entity, reason: 'o IBAN', isStrong: true })),
    ...(keys?.nifs ?? []).flatMap((nif) =>
      (evidence.entities.get(`nif ${nif}`) ?? []).map((entity) => ({
        entity,
        reason: 'o NIF',
        isStrong: true,
      })),
    ),
    ...(keys?.words ?? []).flatMap((word) =>
      (evidence.entities.get(`word ${word}`) ?? []).map((entity) => ({
        entity,
        reason: 'o nome',
        isStrong: text.includes(foldText(entity.name)),
      })),
    ),
  ]
  const seen = new Set<string>()
  for (const { entity, reason, isStrong } of candidates) {
    if (seen.has(entity.id)) continue
    seen.add(entity.id)
    const document =
      line.amount < 0
        ? (evidence.documents.get(entity.id) ?? []).find(({ openAmount }) => openAmount === 0 - line.amount)
        : undefined
    const categoryId = document?.categoryId ?? entity.categoryId
    found.push({
      kind: 'entry',
      label: document ? `${entity.name}: documento ${document.number}, ${document.description}` : entity.name,
      reasons: [reason, ...(document ? ['um documento por pagar com este valor'] : [])],
      isSure: isStrong && document !== undefined && categoryId !== null,
      categoryId,
      externalEntityId: entity.id,
      documentIds: document ? [document.id] : [],
    })
  }
  const alike = evidence.alike.get(line.pattern + (line.amount > 0 ? '+' : '-'))
  if (alike && line.pattern !== '')
    found.push({
      kind: 'entry',
      label: [alike.entityName, alike.categoryName].filter(Boolean).join(': '),
      reasons: [alike.times === 1 ? 'como a última vez' : `como as ${alike.times} últimas vezes`],
      isSure: alike.times >= 2,
      categoryId: alike.categoryId,
      externalEntityId: alike.externalEntityId,
      documentIds: [],
    })
  return found
}
