import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Cents, Euros } from '@agremia/resources/rules/amount.ts'
import { decimalToCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { addDays, formatDate, isDate } from '@agremia/resources/rules/dates.ts'
import { returnReasonOf, returnReasons } from '@agremia/resources/return-reasons.ts'
import { v7 as newId } from 'uuid'
import type { RowOf } from '../database/sql.ts'
import { many, raiseVersion, sql } from '../database/sql.ts'
import { lockLedger, returnPayment } from '../dues/index.ts'
import { ApiError, conflict, invalid, reasonOf } from '../errors.ts'
import { isAnnounced } from '../messages/index.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import { planOf } from '../rest/modules.ts'
import { saveRecord } from '../rest/write.ts'
import { freeCharges, refreshBatch } from './batches.ts'
import { changeMandates } from './mandates.ts'
import { endToEndIdOf, messageIdOf } from './pain008.ts'
import type { Answer, AnsweredDebit } from './read-answer.ts'
import { readAnswer } from './read-answer.ts'
import type { Context } from '../rest/modules.ts'

/** How the returns of an answer are registered. */
export interface AnswerOptions {
  /** What the bank charged for each return, where the file does not say. */
  cost: Cents | null
  isCostCharged: boolean
  isTold: boolean
}

/** Reads the fields of the form. Throws 422. */
export function readOptions(
  values: Readonly<Record<string, string>>,
  { sddChargesReturnCost }: Pick<Settings, 'sddChargesReturnCost'>,
): AnswerOptions {
  const text = values['cost'] ?? ''
  const cost = text === '' ? null : decimalToCents(text.replace(',', '.'))
  if (cost === undefined || (cost !== null && cost <= 0) || (cost ?? 0) > 100_000)
    throw invalid({ cost: ['Indique um valor em euros, por exemplo 2,50.'] })
  const isCostCharged = (values['chargeCost'] ?? sddChargesReturnCost) === 'true'
  return { cost, isCostCharged, isTold: values['tell'] === 'true' }
}

type Collection = RowOf<typeof collectionShape>
const collectionShape = {
  id: 'uuid',
  batchId: 'uuid',
  batchState: 'text',
  number: 'text',
  memberId: 'uuid',
  name: 'text',
  mandateId: 'uuid',
  mandateReference: 'text',
  sequence: 'text',
  amount: 'cents',
  state: 'text',
  day: 'day',
  paymentId: 'uuid?',
} as const

type Line = {
  outcome: 'rejected' | 'returned' | 'unchanged'
  message: string
  advice: string | null
  code: string | null
  amount: Euros | null
  collectionId: string | null
  memberId: string | null
  name: string | null
  mandateId: string | null
}

/** Days around the collection within which amount and mandate identify a debit. */
const nearDays = 10

/**
 * Rejects and returns the debits that an answer names: those that are not booked are free again, payments are returned on the bank's
 * day. Locks all ledgers first, in their order. Idempotent: what an earlier file told stays as it is. Throws 422 on `file`, and 409 when
 * the file changes nothing.
 */
export async function applyAnswer(
  writing: Context,
  { fileName, text, options }: { fileName: string; text: string; options: AnswerOptions },
) {
  const { db, world, caller } = writing
  const answer = readAnswer(text)
  if (options.isTold && !(await isAnnounced(db, 'paymentReturned')))
    throw conflict('A mensagem «Pagamento devolvido» está desligada na configuração das mensagens.')
  const known = await findCollections(writing, answer)
  await lockLedger(db, [...new Set(known.map(({ memberId }) => memberId))])
  // Read again with a row lock: a job may have booked some meanwhile.
  const locked = await lockCollections(
    writing,
    known.map(({ id }) => id),
  )
  const lines: Line[] = []
  for (const { debit, collection } of matched(answer, locked))
    lines.push(await applyOne(writing, { debit, collection, answer, options }))
  const count = (outcome: Line['outcome']) => lines.filter((line) => line.outcome === outcome).length
  if (count('unchanged') === lines.length)
    throw conflict(
      lines.every(({ collectionId }) => collectionId === null)
        ? 'Nenhum movimento deste ficheiro é de um débito daqui.'
        : `Este ficheiro não muda nada: ${lines.find(({ collectionId }) => collectionId !== null)?.message ?? ''}`,
    )
  for (const id of new Set(locked.map(({ batchId }) => batchId))) await refreshBatch(writing, id)
  return saveRecord(writing, planOf(world, 'debitAnswers'), {
    id: null,
    mode: 'create',
    input: {},
    given: {
      id: newId(),
      values: {
        fileName,
        format: answer.format,
        rejected: count('rejected'),
        returned: count('returned'),
        unchanged: count('unchanged'),
        lines,
        createdByName: caller.name,
      },
    },
  })
}

const collectionColumns = sql`u.id, u.batch_id AS "batchId", b.state AS "batchState", b.number, u.member_id AS "memberId", m.label AS name, u.mandate_id AS "mandateId",
  u.mandate_reference AS "mandateReference", u.sequence, u.amount, u.state, b.collection_date AS day, u.payment_id AS "paymentId"
  FROM debit_collections u JOIN debit_batches b ON b.id = u.batch_id JOIN members m ON m.id = u.member_id`

/** The collections that an answer may be about. */
function findCollections({ db }: Context, { debits, groups }: Answer): Promise<Collection[]> {
  const ids = debits.flatMap(({ endToEndId }) => idOf(endToEndId) ?? [])
  const references = debits.flatMap(({ mandateReference }) => mandateReference ?? [])
  const messages = groups.map(({ messageId }) => messageId)
  return many(
    db,
    sql`SELECT ${collectionColumns} WHERE b.state NOT IN ('created', 'cancelled') AND (u.id = ANY(${ids}::uuid[])
      OR u.mandate_id IN (SELECT id FROM mandates WHERE reference = ANY(${references}))
      OR replace(b.number, '/', '-') = ANY(${messages}))`,
    collectionShape,
  )
}

/** Locks them with their batches, without those that were taken back from the bank meanwhile. */
async function lockCollections({ db }: Context, ids: readonly string[]): Promise<Collection[]> {
  const locked = await many(
    db,
    sql`SELECT ${collectionColumns} WHERE u.id = ANY(${ids}::uuid[]) ORDER BY u.id FOR NO KEY UPDATE OF u, b`,
    collectionShape,
  )
  return locked.filter(({ batchState }) => !['created', 'cancelled'].includes(batchState))
}

/** The id of a collection from its end-to-end id. */
function idOf(endToEndId: string | null): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(endToEndId ?? '')
  return parts?.slice(1).join('-').toLowerCase()
}

interface Match {
  debit: AnsweredDebit
  collection: Collection | undefined
}

/** Each rejected or returned debit with its collection: by the end-to-end id, else by mandate and amount around the day. */
function matched({ debits, groups, day }: Answer, collections: readonly Collection[]): Match[] {
  const byId = new Map(collections.map((one) => [endToEndIdOf(one.id), one]))
  const isNear = (collection: Collection, date: string | null) =>
    date === null || (date >= addDays(collection.day, -nearDays) && date <= addDays(collection.day, nearDays))
  const single = debits.map((debit): Match => {
    const exact = byId.get(debit.endToEndId?.toLowerCase() ?? '')
    if (exact) return { debit, collection: exact }
    const alike = collections.filter(
      (one) =>
        debit.amount !== null &&
        one.mandateReference === debit.mandateReference &&
        one.amount === debit.amount &&
        isNear(one, debit.day ?? day),
    )
    return { debit, collection: alike.length === 1 ? alike[0] : undefined }
  })
  const whole = groups.flatMap(({ messageId, sequence, code }) =>
    collections
      .filter(
        (one) => messageIdOf(one.number) === messageId && (sequence === null || one.sequence === sequence),
      )
      .map((collection): Match => ({
        collection,
        debit: {
          endToEndId: null,
          mandateReference: null,
          amount: collection.amount,
          code,
          day: null,
          cost: null,
        },
      })),
  )
  const named = new Set(single.map(({ collection }) => collection?.id))
  return [...single, ...whole.filter(({ collection }) => !named.has(collection?.id))]
}

interface Applying {
  debit: AnsweredDebit
  collection: Collection | undefined
  answer: Answer
  options: AnswerOptions
}

async function applyOne(writing: Context, { debit, collection, answer, options }: Applying): Promise<Line> {
  const { today } = writing
  const reason = returnReasonOf(debit.code)
  const amount = debit.amount ?? collection?.amount
  const line = (outcome: Line['outcome'], message: string): Line => ({
    outcome,
    message,
    advice: outcome === 'unchanged' ? null : returnReasons[reason].advice,
    code: debit.code,
    amount: amount === undefined ? null : toEuros(amount),
    collectionId: collection?.id ?? null,
    memberId: collection?.memberId ?? null,
    name: collection?.name ?? null,
    mandateId: collection?.mandateId ?? null,
  })
  if (!collection) return line('unchanged', 'Não é de nenhum débito daqui.')
  const { state, day, paymentId } = collection
  if (state === 'rejected' || state === 'returned') return line('unchanged', 'Já estava registado.')
  const told = debit.day ?? answer.day
  const date = told !== null && isDate(told) ? told : today
  const label = returnReasons[reason].label
  if (state === 'pending') {
    await changeCollection(writing, collection, { state: 'rejected', debit, date })
    await freeCharges(writing.db, sql`u.id = ${collection.id}::uuid`)
    if (collection.sequence === 'OOFF')
      await changeMandates(writing, { ids: [collection.mandateId], from: ['used'], to: 'active' })
    await followReason(writing, collection, debit.code)
    return line('rejected', `Rejeitado: ${label}. As dívidas ficam livres para outra remessa.`)
  }
  if (paymentId === null) return line('unchanged', 'Não tem pagamento.')
  const returnedOn = date < day ? day : date
  try {
    await returnPayment(writing, {
      paymentId,
      date: returnedOn,
      reason,
      cost: debit.cost ?? options.cost,
      isCostCharged: options.isCostCharged,
      isTold: options.isTold,
    })
  } catch (error) {
    // These rules refuse before anything is written.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return line('unchanged', `Não foi possível registar: ${reasonOf(error)}`)
  }
  await changeCollection(writing, collection, { state: 'returned', debit, date: returnedOn })
  await followReason(writing, collection, debit.code)
  return line(
    'returned',
    `Devolvido em ${formatDate(returnedOn)}: ${label}. As dívidas estão outra vez por pagar.`,
  )
}

async function changeCollection(
  { db, changes }: Context,
  { id }: Collection,
  { state, debit, date }: { state: 'rejected' | 'returned'; debit: AnsweredDebit; date: string },
): Promise<void> {
  const rows = await many(
    db,
    sql`UPDATE debit_collections SET state = ${state}, reason = ${returnReasonOf(debit.code)}, reason_code = ${debit.code}, answered_on = ${date},
        problem = NULL, ${raiseVersion()} WHERE id = ${id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('debitCollections', 'updated', rows))
}

/** Suspends or revokes the mandate if the reason requires it. */
async function followReason(writing: Context, { mandateId }: Collection, code: string | null): Promise<void> {
  const reason = returnReasons[returnReasonOf(code)]
  if (!('mandate' in reason)) return
  await changeMandates(writing, {
    ids: [mandateId],
    from: reason.mandate === 'revoked' ? ['active', 'suspended'] : ['active'],
    to: reason.mandate,
    reason: `${reason.label} (${code})`,
  })
}
