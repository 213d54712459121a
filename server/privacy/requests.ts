import { dataRights } from '@agremia/resources/definitions/data-requests.ts'
import { email as emailRule } from '@agremia/resources/rules/email.ts'
import { addMonths, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { many, maybeOne, one, sql, textOf } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { announce, findRecipient } from '../messages/index.ts'
import { useFile } from '../record-files/index.ts'
import { changeFields } from '../rest/change-fields.ts'
import type { ActionCall, Hooks } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { saveRecord } from '../rest/write.ts'
import { setRestricted } from './restrict.ts'
import type { dataRequests } from '@agremia/resources/definitions/data-requests.ts'

/** Months in which a request must be answered, and those by which that may be extended (article 12, paragraph 3, of the RGPD). */
const answerMonths = 1
const extensionMonths = 2

export const requestHooks: Hooks<typeof dataRequests> = {
  async validate({ merged }) {
    const isNamed = typeof merged.requesterName === 'string' && merged.requesterName !== ''
    if (isNamed || merged.memberId != null) return undefined
    return { errors: { requesterName: ['Indique quem pede.'] } }
  },

  async beforeSave({ db, before, values, merged, set }) {
    if (!before && !merged.requesterName) {
      const member = await maybeOne(
        db,
        sql`SELECT p.name FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${merged.memberId}`,
        { name: 'text' },
      )
      set({ requesterName: member?.name })
    }
    if ('receivedOn' in values && merged.extendedOn == null)
      set({ dueOn: addMonths(merged.receivedOn, answerMonths) })
    if (!before) {
      const next = await maybeOne(db, sql`SELECT nextval('data_requests_number')::integer AS number`, {
        number: 'integer',
      })
      set({ number: next?.number })
    }
  },
}

/** Closes the request with its decision. Throws 422 when the document is of another record. */
export async function answerRequest(call: ActionCall<typeof dataRequests, 'answer'>): Promise<undefined> {
  const { db, changes, record, input, caller } = call
  const { outcome, ...given } = input
  const { documentId } = input
  const memberId = record.memberId
  if (typeof documentId === 'string') {
    const isKept =
      typeof memberId === 'string' && (await useFile({ db, changes }, documentId, memberId, 'dataRequest'))
    if (!isKept)
      throw invalid({
        documentId: ['Só se junta um documento ao pedido de quem tem ficha: junte-o outra vez.'],
      })
  }
  if (String(given['closedOn']) < record.receivedOn)
    throw invalid({ closedOn: ['É anterior ao dia em que o pedido foi recebido.'] })
  await changeFields(call, { ...given, status: outcome, handlerName: caller.name })
  if (outcome === 'granted' && typeof memberId === 'string') await applyRight(call, memberId)
  return undefined
}

/** Does what a granted request asks for: restricts, or withdraws the consents to news. */
async function applyRight(call: ActionCall<typeof dataRequests>, memberId: string): Promise<void> {
  const { db, world, record } = call
  const { personId } = await one(
    db,
    sql`SELECT person_id AS "personId" FROM members WHERE id = ${memberId}`,
    {
      personId: 'uuid',
    },
  )
  const reason = `Pedido de titular n.º ${record.number}`
  if (record.right === 'restriction') await setRestricted(call, { personId, isRestricted: true, reason })
  if (record.right !== 'objection' && record.right !== 'withdrawal') return
  const given = await many(
    db,
    sql`SELECT purpose FROM (SELECT DISTINCT ON (purpose, channel) purpose, status FROM consents
          WHERE person_id = ${personId} AND purpose IN ('newsletter', 'sms', 'partners') ORDER BY purpose, channel, at DESC, id DESC) latest
        WHERE status = 'given' GROUP BY purpose ORDER BY purpose`,
    { purpose: textOf<'newsletter' | 'sms' | 'partners'>() },
  )
  for (const { purpose } of given)
    await saveRecord(call, planOf(world, 'consents'), {
      id: null,
      input: { personId, purpose, status: 'withdrawn', method: 'inPerson', evidence: reason },
      mode: 'create',
    })
}

/**
 * Extends the time to answer to three months, and tells the person unless somebody has done so. Throws 422 after the first month, and when
 * the person cannot be told.
 */
export async function extendRequest(call: ActionCall<typeof dataRequests, 'extend'>): Promise<undefined> {
  const { record, input, today } = call
  if (today > record.dueOn) throw invalid({ reason: ['O prazo já passou: só se prolonga no primeiro mês.'] })
  const dueOn = addMonths(record.receivedOn, answerMonths + extensionMonths)
  const extensionNotice = input.notice ?? (await tellOfExtension(call, dueOn))
  await changeFields(call, { dueOn, extendedOn: today, extensionReason: input.reason, extensionNotice })
  return undefined
}

/** Writes the message to the person, or to the contact of the request. Returns how the person is told. */
async function tellOfExtension(call: ActionCall<typeof dataRequests>, dueOn: string): Promise<string> {
  const { db, record, input } = call
  const { memberId, requesterName, requesterContact, right } = record
  const person = await maybeOne(db, sql`SELECT person_id AS id FROM members WHERE id = ${memberId ?? null}`, {
    id: 'uuid',
  })
  const known = person && (await findRecipient(db, person.id))
  const contact = emailRule.normalize(String(requesterContact ?? ''))
  const email = emailRule.problem(contact) === undefined && contact !== '' ? contact : known?.email
  if (!email && !known?.hasAddress)
    throw invalid({ notice: ['Não há email nem morada da pessoa: avise-a e diga aqui como.'] })
  const messageId = await announce(call, {
    event: 'dataRequestExtended',
    to: { personId: person?.id ?? null, name: String(requesterName), email: email ?? null },
    values: {
      pedido: dataRights[right as keyof typeof dataRights],
      motivo: String(input.reason),
      data: formatDateLong(dueOn),
    },
    about: { resource: 'dataRequests', id: record._id },
    channel: email ? 'email' : 'letter',
  })
  if (messageId === undefined)
    throw invalid({ notice: ['A mensagem automática está desligada: avise a pessoa e diga aqui como.'] })
  return email ? `Mensagem para ${email}` : 'Carta para imprimir'
}
