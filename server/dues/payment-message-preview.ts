import type { Caller } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { paymentMessage } from '@agremia/resources/definitions/payment-messages.ts'
import { paymentMessageTexts } from '@agremia/resources/payment-message-texts.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Sql } from '../database/sql.ts'
import { execute, inline, jsonOf, many, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Candidate } from '../messages/index.ts'
import {
  candidateColumns,
  candidateJoins,
  candidateOf,
  candidateShape,
  previewCandidates,
  readDraft,
} from '../messages/index.ts'
import type { Engine } from '../rest/modules.ts'
import type { Advice } from './advice.ts'
import { adviceFor, deadlineOf } from './advice.ts'
import { adviceValues } from './advice-values.ts'
import type { DescribedCharge } from './debt-words.ts'
import { debtWords } from './debt-words.ts'
import { multibancoAccount } from './multibanco.ts'
import { audienceIn, audienceSql } from './payment-message-audience.ts'
import { openOf } from './payment-message-composer.ts'
import { debtsProblems } from './payment-messages.ts'

const names = ['memberIds', 'unsettledPaymentIds', 'debts', 'subject', 'body', 'smsText', 'channel']
/** Read so many at a time, so that other requests have their turn. */
const portion = 500
/** As long as a real one: what is shown has a real one. */
const sampleReference = '123456789'
const sampleLink = 'x'.repeat(22)

/** Somebody that the message is for, with what they owe of what it is about. */
interface Debtor extends Candidate {
  chargeIds: string[] | null
  /** Amounts in cents. */
  lines: (Advice['lines'][number] & DescribedCharge)[]
}

/** How a message about debts would turn out, and how one of those it is for would read it. Leaves nothing behind. */
export async function previewPaymentMessage(engine: Engine, given: Record<string, unknown>, caller: Caller) {
  const { world } = engine
  const today = await world.organisation.today()
  const definition = paymentMessage as unknown as Definition
  const read = readDraft(definition, names, { given, today, naming: paymentMessageTexts }, (merged) =>
    debtsProblems({ engine, merged, caller, today }),
  )
  const draft = { ...read, kind: 'service' as const }
  const settings = await world.organisation.settings()
  const terminology = await world.organisation.terminology()
  const words = { settings, terminology, today }
  const audience = audienceSql(engine, audienceIn(read), { caller, today })
  return inTransaction(world.database, async (db) => {
    const context = { db, world, settings, today, terminology }
    return previewCandidates(words, draft, debtors(db, audience), {
      reasonOf: ({ lines }) => (lines.length === 0 ? 'noDebt' : undefined),
      roughValues: (debtor) => roughValues(context, debtor),
      exactValues: (debtor) => exactValues(context, debtor),
    })
  })
}

/** In the order of their numbers. */
async function* debtors(db: Tx, audience: Sql): AsyncGenerator<Debtor> {
  await execute(
    db,
    sql`DECLARE debtors NO SCROLL CURSOR FOR WITH ${audience}
           SELECT ${candidateColumns}, b.charge_ids, owed.lines FROM audience b JOIN members m ON m.id = b.member_id ${candidateJoins}
           CROSS JOIN LATERAL (
             SELECT coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'year', c.year, 'period', c.period, 'description', c.description, 'amount', c.open_amount,
               'dueDate', c.due_date) ORDER BY c.due_date, c.id), '[]') AS lines FROM ${openOf}) owed
           ORDER BY m.member_number, m.id`,
  )
  for (;;) {
    const rows = await many(db, sql`FETCH ${inline(portion)} FROM debtors`, {
      ...candidateShape,
      charge_ids: 'uuid[]?',
      lines: jsonOf<Debtor['lines']>(),
    })
    for (const row of rows) yield { ...candidateOf(row), chargeIds: row.charge_ids, lines: row.lines }
    if (rows.length < portion) break
    await breathe()
  }
  await execute(db, sql`CLOSE debtors`)
}

type Asking = Pick<Context, 'db' | 'world' | 'settings' | 'today'>

function roughValues(
  { world, settings, today, terminology }: Asking & { terminology: Terminology },
  { lines }: Debtor,
) {
  const account = multibancoAccount(settings)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0) / 100
  const multibanco = account && {
    entity: account.entity,
    reference: sampleReference,
    amount: total,
    expiresAt: null,
  }
  return adviceValues(
    {
      lines,
      words: debtWords(lines, terminology),
      total,
      multibanco: multibanco ?? null,
      deadline: deadlineOf(lines, today),
      publicId: sampleLink,
    },
    world,
  )
}

/** What is reserved for it is given back: it is written, read and undone. */
async function exactValues(context: Asking, { memberId, chargeIds, lines }: Debtor) {
  if (lines.length === 0) return { values: {}, problem: null }
  const { db, world } = context
  await execute(db, sql`SAVEPOINT advice`)
  const advice = await adviceFor(context, { memberId, type: null, year: null, chargeIds })
  await execute(db, sql`ROLLBACK TO SAVEPOINT advice`)
  return { values: adviceValues(advice, world), problem: advice.multibancoProblem }
}
