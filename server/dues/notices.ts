import { staff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import type { FastifyInstance } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { invalid } from '../errors.ts'
import { announce } from '../messages/index.ts'
import type { Engine } from '../rest/modules.ts'
import { bodyOf, constraintOf, write } from '../rest/register-resource.ts'
import type { Writing } from '../rest/write.ts'
import { adviceFor } from './advice.ts'
import { changesOf } from './changes-of.ts'

/** The steps of the ladder, each at most once for a charge. */
const noticeSteps = ['paymentAdvice', 'reminder1', 'reminder2', 'reminder3'] as const
type NoticeStep = (typeof noticeSteps)[number]

const skipReasons = {
  ended: 'Já saiu',
  deceased: 'Faleceu',
  agreement: 'Tem um acordo de pagamento em curso',
  switchedOff: 'A mensagem está desligada nas configurações',
  noAddress: 'Sem email, telemóvel nem morada',
} as const
type SkipReason = keyof typeof skipReasons

interface Filter {
  /** Cents that somebody must owe at least. */
  minimum: number
  olderThanDays: number | null
  categoryIds: string[]
  memberIds: string[]
  includeEnded: boolean
  /** Undefined: the step that each charge has reached, by the setting. */
  step: NoticeStep | undefined
}

interface Debtor {
  memberId: string
  personId: string
  name: string
  memberNumber: number
  chargeIds: string[]
  descriptions: string[]
  type: string
  year: number
  total: number
  step: number
  skip: SkipReason | null
}

/** Two who tell at once wait for each other: nobody is told twice. */
const noticeLock = 7_305_012
/** Debtors who are told in one request; whoever asks again goes on with the next. */
const mostAtOnce = 200

/** Telling those who owe: how it would be, and doing it, some at a time. */
export function noticeRoutes(app: FastifyInstance, engine: Engine): void {
  app.post('/payment_notices/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const filter = readFilter(bodyOf(request))
    const { world } = engine
    const settings = await world.organisation.settings()
    const today = await world.organisation.today()
    const debtors = await findDebtors(world.database.pool, filter, { settings, today })
    return { data: summarise(debtors) }
  })
  app.post('/payment_notices/send', (request, reply) => {
    constraintOf(staff(request.caller), request.caller)
    const filter = readFilter(bodyOf(request))
    return write(engine, request, reply, async (writing) => ({
      status: 200,
      data: await tellDebtors(writing, filter),
    }))
  })
}

function summarise(debtors: readonly Debtor[]) {
  const told = debtors.filter(({ skip }) => skip === null)
  return {
    count: told.length,
    total: told.reduce((sum, { total }) => sum + total, 0) / 100,
    bySteps: Object.fromEntries(
      noticeSteps.map((name, index) => [name, told.filter(({ step }) => step === index + 1).length]),
    ),
    skipped: skippedOf(debtors),
  }
}

function skippedOf(debtors: readonly Pick<Debtor, 'skip' | 'memberId' | 'name' | 'memberNumber'>[]) {
  return debtors.flatMap(({ skip, memberId, name, memberNumber }) =>
    skip === null ? [] : [{ memberId, memberNumber, name, reason: skip, reasonLabel: skipReasons[skip] }],
  )
}

async function tellDebtors(writing: Writing, filter: Filter) {
  const { db, settings, today, world } = writing
  await db.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [noticeLock] })
  const debtors = await findDebtors(db, filter, { settings, today })
  const waiting = debtors.filter(({ skip }) => skip === null)
  const due = waiting.slice(0, mostAtOnce)
  const off: Debtor[] = []
  const failed: { memberId: string; memberNumber: number; name: string }[] = []
  for (const debtor of due) {
    const { memberId, memberNumber, name } = debtor
    await db.query({ text: 'SAVEPOINT debtor' })
    try {
      if (await tellDebtor(writing, debtor)) await countReminder(writing, debtor)
      else off.push({ ...debtor, skip: 'switchedOff' })
      await db.query({ text: 'RELEASE SAVEPOINT debtor' })
    } catch (error) {
      await db.query({ text: 'ROLLBACK TO SAVEPOINT debtor' })
      world.log.warn({ err: error, memberId }, 'somebody could not be told of a debt')
      failed.push({ memberId, memberNumber, name })
    }
  }
  const done = due.length - off.length - failed.length
  return { done, skipped: skippedOf([...debtors, ...off]), failed, remaining: waiting.length - due.length }
}

async function countReminder({ db, world, changes }: Writing, { chargeIds, step }: Debtor): Promise<void> {
  const { rows } = await db.query({
    text: `UPDATE unsettled_payments SET reminder_count = $2, last_reminder_at = $3, version = version + 1, updated_at = now()
           WHERE id = ANY($1::uuid[]) RETURNING id, version`,
    values: [chargeIds, step, world.clock()],
  })
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
}

async function tellDebtor(writing: Writing, debtor: Debtor): Promise<boolean> {
  const event = noticeSteps[debtor.step - 1]
  if (!event) return false
  const { world } = writing
  const advice = await adviceFor(writing, {
    memberId: debtor.memberId,
    type: debtor.type as 'quota',
    year: debtor.chargeIds.length === 1 ? debtor.year : null,
  })
  const { multibanco, deadline, publicId } = advice
  const id = await announce(writing, {
    event,
    to: { personId: debtor.personId },
    values: {
      descricao: debtor.descriptions.join(', '),
      ano: String(debtor.year),
      valor: formatAmount(debtor.total),
      data: deadline ? formatDateLong(deadline) : '',
      entidade: multibanco && multibanco.amount * 100 === debtor.total ? multibanco.entity : '',
      referencia:
        multibanco && multibanco.amount * 100 === debtor.total
          ? (multibancoReference.format?.(multibanco.reference) ?? '')
          : '',
      pagamentoUrl: publicId ? `${world.config.publicUrl}/informacaoDePagamento/${publicId}` : '',
    },
    about: { resource: 'members', id: debtor.memberId },
  })
  return id !== undefined
}

/** Who owes something of which the next step is due, each once with all of it. One statement. */
async function findDebtors(
  db: Querying,
  filter: Filter,
  { settings, today }: { settings: Settings; today: string },
): Promise<Debtor[]> {
  const days = settings.reminderDays.split(',').map(Number)
  const { rows } = await db.query({
    text: `
      WITH reached AS (
        SELECT c.*, CASE WHEN $6::integer IS NOT NULL THEN $6::integer
          ELSE (SELECT count(*)::integer FROM unnest($5::integer[]) AS d (days) WHERE c.due_date + d.days <= $1::date) END AS step
        FROM unsettled_payments c WHERE c.status IN ('open', 'partial') AND ($2::integer IS NULL OR c.due_date <= $1::date - $2::integer)
          AND (cardinality($3::uuid[]) = 0 OR c.category_id = ANY($3::uuid[])) AND (cardinality($4::uuid[]) = 0 OR c.member_id = ANY($4::uuid[]))),
      debtors AS (
        SELECT member_id, array_agg(id ORDER BY due_date, id) AS ids, array_agg(description ORDER BY due_date, id) AS descriptions,
          min(type) AS type, max(year) AS year, sum(open_amount)::bigint AS total, max(step) AS step, bool_or(agreement_id IS NOT NULL) AS has_agreement
        FROM reached WHERE step > reminder_count GROUP BY member_id)
      SELECT d.member_id AS "memberId", m.person_id AS "personId", p.name, m.member_number AS "memberNumber", d.ids AS "chargeIds",
        d.descriptions, d.type, d.year, d.total, d.step,
        CASE WHEN p.death_date IS NOT NULL OR lower(s.name) LIKE 'falecid%' THEN 'deceased' WHEN s.marks_end AND NOT $7 THEN 'ended'
          WHEN d.has_agreement AND EXISTS (SELECT FROM payment_agreements a WHERE a.member_id = m.id AND a.state = 'active') THEN 'agreement'
          WHEN p.email IS NULL AND p.mobile IS NULL AND p.address IS NULL THEN 'noAddress' END AS skip
      FROM debtors d JOIN members m ON m.id = d.member_id JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id
      WHERE d.total >= $8 ORDER BY m.member_number`,
    values: [
      today,
      filter.olderThanDays,
      filter.categoryIds,
      filter.memberIds,
      days,
      filter.step === undefined ? null : noticeSteps.indexOf(filter.step) + 1,
      filter.includeEnded,
      filter.minimum,
    ],
  })
  return rows as Debtor[]
}

const known = new Set(['minimum', 'olderThanDays', 'categoryIds', 'memberIds', 'includeEnded', 'step'])

function readFilter(body: Record<string, unknown>): Filter {
  const errors: Record<string, string[]> = {}
  const { minimum = 0.01, olderThanDays = null, categoryIds = [], memberIds = [], step } = body
  const cents = typeof minimum === 'number' ? decimalToCents(minimum) : undefined
  if (cents === undefined || cents < 0) errors['minimum'] = ['Valor inválido.']
  if (
    olderThanDays !== null &&
    !(Number.isInteger(olderThanDays) && Math.abs(Number(olderThanDays)) < 100_000)
  )
    errors['olderThanDays'] = ['Indique um número inteiro de dias.']
  const areIds = (list: unknown) =>
    Array.isArray(list) && list.length <= 20_000 && list.every((id) => typeof id === 'string' && isId(id))
  if (!areIds(categoryIds)) errors['categoryIds'] = ['Escolha valores da lista.']
  if (!areIds(memberIds)) errors['memberIds'] = ['Escolha valores da lista.']
  const isStep = step === undefined || step === 'automatic' || noticeSteps.some((name) => name === step)
  if (!isStep) errors['step'] = ['Escolha um valor da lista.']
  for (const name of Object.keys(body)) if (!known.has(name)) errors[name] = ['Campo desconhecido.']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    minimum: Math.max(1, cents ?? 1),
    olderThanDays: olderThanDays as number | null,
    categoryIds: categoryIds as string[],
    memberIds: memberIds as string[],
    includeEnded: body['includeEnded'] === true,
    step: step === 'automatic' ? undefined : (step as NoticeStep | undefined),
  }
}
