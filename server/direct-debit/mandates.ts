import { addMonths } from '@agremia/resources/rules/dates.ts'
import { hasSepaLetters } from '@agremia/resources/rules/sepa-text.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, one, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { nextInSeries } from '../dues/index.ts'
import { invalid } from '../errors.ts'
import { useFile } from '../record-files/index.ts'
import { byProgram, recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { Hooks, HookContext, SaveContext } from '../rest/modules.ts'
import { isLapsedOn, lapseMonths } from './mandate-use.ts'
import type { Change } from '../rest/change.ts'
import type { FieldMessages } from '../errors.ts'
import type { mandates } from '@agremia/resources/definitions/mandates.ts'

const otherLetters =
  'Escreva o titular em letras latinas, como está na conta: os ficheiros para o banco não têm outras.'

/** A mandate is complete when it is signed: from then on it has an account and a day of signature. */
export const mandateHooks: Hooks<typeof mandates> = {
  async validate({ before, merged, today }) {
    const errors: FieldMessages = {}
    const isPending = (before?.state ?? 'pending') === 'pending'
    const { signedOn, iban, lastUsedOn, debtorName } = merged
    if (typeof debtorName === 'string' && !hasSepaLetters(debtorName)) errors['debtorName'] = [otherLetters]
    if (typeof signedOn === 'string' && iban == null)
      errors['iban'] = ['Uma autorização assinada tem o IBAN da conta.']
    if (!isPending && signedOn == null)
      errors['signedOn'] = ['Já foi assinada: para deixar de a usar, revogue-a.']
    if (typeof lastUsedOn === 'string' && signedOn == null)
      errors['lastUsedOn'] = ['Uma autorização já usada tem o dia da assinatura.']
    const lastUse = [signedOn, lastUsedOn].findLast((day) => typeof day === 'string')
    if (lastUse !== undefined && lastUse < addMonths(today, -lapseMonths) && isPending)
      return { errors, warnings: { signedOn: ['Sem débitos nos últimos 36 meses, está caducada.'] } }
    return { errors }
  },
  async beforeSave(context) {
    const { before, values, merged, set } = context
    if ('iban' in values) set({}, { iban_country: countryOf(values.iban) })
    // It had lapsed only because its last debit was not known here.
    const isKnownAgain =
      before?.state === 'lapsed' &&
      typeof values.lastUsedOn === 'string' &&
      values.lastUsedOn >= addMonths(context.today, -lapseMonths)
    if (isKnownAgain) set({ state: 'active', stateReason: null })
    if ((before?.state ?? 'pending') === 'pending')
      set({ state: merged.signedOn == null ? 'pending' : 'active' })
    await nameHolder(context)
    const isOther = (field: 'iban' | 'holderNif') => before && merged[field] !== before[field]
    if (isOther('iban') || isOther('holderNif')) {
      set({ holderCheck: 'unchecked', holderCheckedOn: null })
    }
  },
  async afterSave(context) {
    await keepDocument(context)
    return 'unchanged'
  },
}

/** Fills in what is empty: the reference, and the name and NIF of the member as those of the holder of the account. */
async function nameHolder({ db, before, merged, set }: SaveContext<typeof mandates>): Promise<void> {
  if (before && merged.debtorName != null && merged.holderNif != null) return
  const member = await one(
    db,
    sql`SELECT m.member_number AS number, left(p.name, 70) AS name, p.nif, (SELECT count(*)::integer FROM mandates a WHERE a.member_id = m.id) AS mandates
        FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${merged.memberId}`,
    { number: 'integer', name: 'text', nif: 'text?', mandates: 'integer' },
  )
  const number = String(member.number).padStart(6, '0')
  const debtorName = merged.debtorName ?? member.name
  if (!hasSepaLetters(debtorName)) throw invalid({ debtorName: [otherLetters] })
  set({
    debtorName,
    holderNif: merged.holderNif ?? (debtorName === member.name ? member.nif : null),
    reference: merged.reference ?? `ADC-${number}-${member.mandates + 1}`,
  })
}

/** The country of an IBAN, which is stored as it is beside the encrypted one. */
const countryOf = (iban: unknown) => (typeof iban === 'string' ? iban.slice(0, 2) : null)

/** At each start: the countries of accounts that were encrypted before they were stored. */
export async function fillCountries(db: Querying): Promise<void> {
  const rows = await many(
    db,
    sql`SELECT id, iban FROM mandates WHERE iban IS NOT NULL AND iban <> '' AND iban_country IS NULL`,
    { id: 'uuid', iban: 'text' },
  )
  if (rows.length === 0) return
  const found = rows.map(({ id, iban }) => ({ id, country: countryOf(iban) }))
  await execute(
    db,
    sql`UPDATE mandates a SET iban_country = x.country FROM jsonb_to_recordset(${JSON.stringify(found)}) AS x (id uuid, country text) WHERE a.id = x.id`,
  )
}

/** Makes an uploaded document that of the member. Throws 422 when it is of another record. */
async function keepDocument({ db, changes, values, merged }: HookContext<typeof mandates>): Promise<void> {
  const id = values.documentId
  if (typeof id !== 'string') return
  if (!(await useFile({ db, changes }, id, String(merged.memberId), 'mandate')))
    throw invalid({ documentId: ['Este ficheiro não existe, ou é de outro registo: junte-o outra vez.'] })
}

/** Daily: mandates without a debit for 36 months lapse. Returns the changes. */
export async function lapseMandates(db: Tx, today: string): Promise<Change[]> {
  const rows = await many(
    db,
    sql`UPDATE mandates a SET state = 'lapsed', state_reason = '36 meses sem uso', ${raiseVersion('a')}
      WHERE a.state IN ('active', 'suspended') AND a.signed_on < ${addMonths(today, -lapseMonths)}::date
        AND ${isLapsedOn(sql`a`, sql`${today}::date`)} RETURNING id, version`,
    idAndVersion,
  )
  await recordAudit(
    { db, ...byProgram },
    rows.map(({ id }) => ({
      resource: 'mandates',
      id,
      action: 'updated',
      changes: [{ field: 'state', from: 'active', to: 'lapsed' }],
    })),
  )
  return changesOf('mandates', 'updated', rows)
}

/** What an answer of the bank, or an undone one, makes of mandates that are in one of these states. Records and announces it. */
export async function changeMandates(
  context: Pick<HookContext<typeof mandates>, 'db' | 'changes' | 'caller' | 'address'>,
  {
    ids,
    from,
    to,
    reason = null,
  }: {
    ids: readonly string[]
    from: readonly string[]
    to: 'active' | 'used' | 'suspended' | 'revoked'
    reason?: string | null
  },
): Promise<void> {
  if (ids.length === 0) return
  const rows = await many(
    context.db,
    sql`WITH earlier AS (SELECT id, state FROM mandates WHERE id = ANY(${ids}::uuid[]) AND state = ANY(${from}::text[]) ORDER BY id FOR NO KEY UPDATE)
      UPDATE mandates a SET state = ${to}, state_reason = ${reason}, ${raiseVersion('a')} FROM earlier e WHERE e.id = a.id
      RETURNING a.id, a.version, e.state`,
    { ...idAndVersion, state: 'text' },
  )
  context.changes.push(...changesOf('mandates', 'updated', rows))
  await recordAudit(
    context,
    rows.map(({ id, state }) => ({
      resource: 'mandates',
      id,
      action: 'updated',
      changes: [
        { field: 'state', from: state, to },
        ...(reason === null ? [] : [{ field: 'stateReason', from: null, to: reason }]),
      ],
    })),
  )
}

/** The next number of a batch in the year, `DD/2026/0001`. */
export async function nextBatchNumber(db: Querying, year: string): Promise<string> {
  return `DD/${year}/${String(await nextInSeries(db, `debit_batches/${year}`)).padStart(4, '0')}`
}
