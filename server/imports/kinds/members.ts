import { members } from '@agremia/resources/definitions/members.ts'
import { isEmpty } from '@agremia/resources/coerce.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { phone as phoneRule } from '@agremia/resources/rules/phone.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import { exists, lookUp, many, one, sql } from '../../database/sql.ts'
import { conflict } from '../../errors.ts'
import { nextMemberNumbers } from '../../members/index.ts'
import { undoCreations } from '../../rest/delete-record.ts'
import { planOf } from '../../rest/modules.ts'
import { actionOf, performAction } from '../../rest/actions.ts'
import { restorableSql } from '../../rest/deleted-records.ts'
import { readDate, readYes, splitPhones } from '../columns/read-values.ts'
import { fieldTargets, target } from '../columns/targets.ts'
import { readingOf } from '../doubts.ts'
import type { Found, FoundPerson } from './find-members.ts'
import { dateIn, findPeople, isOtherName, nameAndBirth, nameOf, nifIn, numberIn } from './find-members.ts'
import type { ImportedConsent } from './consents.ts'
import { completeConsents, consentTargets, readConsents, writeConsents } from './consents.ts'
import type { CheckContext, CheckedRow, KindOfImport, WritableRow, Written } from './kind.ts'
import type { OpeningDebts, QuotaPlans } from './opening-debts.ts'
import { completeDebts, debtTargets, prepareDebts, readDebts, writeDebts } from './opening-debts.ts'
import { readAddress } from './read-address.ts'
import { areUntouched, cancelCreated, removeCreated, restoreValues, writeRecord } from './write-record.ts'
import type { Context } from '../../rest/modules.ts'

/** Fields that are read only in forms, and that an import sets when it creates a member. */
const stateFields = ['currentStateId', 'stateSince', 'endDate', 'endReason']

/** Read once: plans of quotas, and the states that mark the end. */
interface Prepared {
  plans: QuotaPlans
  ends: ReadonlySet<string>
  /** Whether the file has former members, in a category of the other program. */
  hasFormer: boolean
}

/** The category of those who left, in Paheko; its name is that of its languages. */
const formerCategories = ['Anciens membres', 'Former members', 'Ehemalige Mitglieder', 'Antigos membros']

function isFormer({ originals }: CheckedRow): boolean {
  return formerCategories.includes(originals['categoryId'] ?? '')
}

/** People who are or were members, with their state and what they owe. */
export const membersKind: KindOfImport = {
  kind: 'members',
  resource: 'members',
  lists: ['memberCategories', 'memberStateNames', 'collectors', 'quotaPlans'],
  targets: (terminology, today) => [
    ...fieldTargets(members, terminology, { besides: stateFields }),
    target('familyName', 'Apelido', {
      terminology,
      help: 'Numa coluna à parte: junta-se ao nome.',
    }),
    target('companyName', 'Denominação da pessoa coletiva', {
      terminology,
      help: 'Com ela, a ficha é de uma pessoa coletiva, e o nome é o de quem a representa.',
    }),
    target('otherPhone', 'Outro telefone', { terminology, help: 'Vai para onde houver lugar.' }),
    target('createdOn', 'Data de criação da ficha', {
      terminology,
      help: 'Vale como data de admissão de quem não a tem.',
    }),
    target('isExempt', 'Isento de {membershipPayments}', {
      terminology,
      help: 'Sim ou não; até quando, em «Isenção até».',
    }),
    ...consentTargets(terminology),
    ...debtTargets(terminology, today),
  ],
  async prepare(context) {
    const { db, importId } = context
    const former = sql`SELECT FROM import_rows WHERE import_id = ${importId} AND cells && ${formerCategories}::text[] LIMIT 1`
    const [plans, ends, hasFormer] = await Promise.all([
      prepareDebts(context),
      many(db, sql`SELECT id FROM member_state_names WHERE marks_end`, { id: 'uuid' }),
      exists(db, former),
    ])
    return { plans, ends: new Set(ends.map(({ id }) => id)), hasFormer } satisfies Prepared
  },
  read(row, context) {
    readName(row)
    readCompany(row)
    readPhones(row, context)
    readAddress(row)
    readState(row, context.prepared as Prepared)
    readDebts(row, context)
    readConsents(row, context)
    row.label = String(row.input['name'] ?? row.texts['memberNumber'] ?? '').slice(0, 300)
  },
  async match(rows, context) {
    const found = await findPeople(context.db, {
      numbers: rows.flatMap(({ input }) => numberIn(input['memberNumber']) ?? []),
      nifs: rows.flatMap(({ input }) => nifIn(input['nif']) ?? []),
      births: rows.flatMap(({ input }) => {
        const birthDate = dateIn(input['birthDate'])
        return birthDate && input['name'] ? [{ name: String(input['name']), birthDate }] : []
      }),
    })
    // Whose name it is that stands beside a number of somebody else.
    const { byName } = await findPeople(context.db, {
      numbers: [],
      nifs: [],
      births: [],
      names: rows.flatMap(({ input }) => {
        const known = found.byNumber.get(numberIn(input['memberNumber']) ?? -1)
        return known && isOtherName(known, String(input['name'] ?? '')) ? [String(input['name'])] : []
      }),
    })
    for (const row of rows) matchRow(row, { ...found, byName })
    await doubtDeleted(rows, context)
  },
  async complete(rows, before, context) {
    for (const row of rows) {
      const record = before.get(row.recordId ?? '')
      if (!record) {
        completeAdmission(row, context)
        completeExemption(row, context)
      }
      completeState(row, record, context)
      completeNotes(row, record)
    }
    await completeConsents(rows, before, context)
    await completeDebts(rows, before, { ...context, plans: (context.prepared as Prepared).plans })
  },
  write: writeMember,
  undo: undoMember,
  undoTogether: undoNewMembers,
  numberNew,
  mayRepeat: true,
  writesTogether: 50,
}

function readName(row: CheckedRow): void {
  const family = row.texts['familyName']
  const name = String(row.input['name'] ?? '').trim()
  if (family && !foldText(name).endsWith(foldText(family))) row.input['name'] = `${name} ${family}`.trim()
}

/** A company with the person who represents it. Of a natural person, the company is the employer. */
function readCompany({ texts, input }: CheckedRow): void {
  const company = texts['companyName']
  if (!company) return
  if (texts['kind'] && input['kind'] === 'natural') {
    input['employer'] ??= company
    return
  }
  if (input['name']) input['representativeName'] ??= input['name']
  Object.assign(input, { kind: 'legal', name: company })
}

/** Several phones in a cell: the mobile and the fixed one, each where it belongs, and the others for the notes. Null clears a field. */
function readPhones({ texts, input, notes, more: rest }: CheckedRow, { mapped }: CheckContext): void {
  const given = ['mobile', 'phone', 'otherPhone'].map((name) => texts[name] ?? '')
  const split = given.map(splitPhones)
  const isMixed = given[2] !== '' || split.some(({ mobile, fixed }) => mobile.length + fixed.length > 1)
  const isOnly = mapped.has('mobile') !== mapped.has('phone')
  if (!isMixed && !isOnly) return
  const mobiles = [...new Set(split.flatMap(({ mobile }) => mobile))]
  const others = [...new Set(split.flatMap(({ fixed }) => fixed))]
  const [mobile, ...moreMobiles] = mobiles
  const [phone = moreMobiles.shift(), ...morePhones] = others
  if (mobile !== undefined) input['mobile'] = mobile
  else if (input['mobile'] !== null) delete input['mobile']
  if (phone !== undefined) input['phone'] = phone
  else if (input['phone'] !== null) delete input['phone']
  const more = [...moreMobiles, ...morePhones]
  if (more.length === 0) return
  rest['phones'] = `Outros telefones: ${more.join(', ')}`
  notes['phone'] = `Vai para as observações: ${more.join(', ')}.`
}

/** The state is no field that a save takes: it begins on a day. Other programs have a yes or no, codes, or a category of those who left. */
function readState(row: CheckedRow, { ends, hasFormer }: Prepared): void {
  const { input, more, problems, texts, defaulted } = row
  const text = texts['currentStateId'] ?? ''
  if (problems['currentStateId'] !== undefined && readYes(text)) delete problems['currentStateId']
  else if (text === '-1') {
    delete problems['currentStateId']
    row.isLeftOut = true
    row.notes['currentStateId'] = 'É um rascunho do outro programa: não entra.'
  }
  // In a file with former members, these values are theirs.
  if (hasFormer && !isFormer(row) && defaulted.has('currentStateId')) delete input['currentStateId']
  if (defaulted.has('endDate') && !ends.has(String(input['currentStateId']))) delete input['endDate']
  const state = Object.fromEntries(stateFields.map((name) => [name, input[name] ?? null]))
  for (const name of stateFields) delete input[name]
  more['state'] = state
  for (const name of ['stateSince', 'endDate'])
    if (state[name] && !dateIn(state[name])) problems[name] ??= 'Data inválida: use dd/mm/aaaa.'
}

/**
 * Finds the member of a row: by number, by NIF, then by name and birth date. What contradicts another identity is a doubt; rows that several
 * people may be are refused.
 */
function matchRow(row: CheckedRow, { byNumber, byNif, byNameAndBirth, byName }: Found): void {
  const { input, problems, keys } = row
  const name = String(input['name'] ?? '')
  const number = numberIn(input['memberNumber'])
  const nif = nifIn(input['nif'])
  const birthDate = dateIn(input['birthDate'])
  const named = birthDate && name ? nameAndBirth(name, birthDate) : undefined
  const ofNumber = number === undefined ? undefined : byNumber.get(number)
  const ofNif = nif === undefined ? undefined : byNif.get(nif)
  const ofName = byName.get(foldText(name)) ?? []
  let person = identifiedBy(row, { name, birthDate, ofNumber, ofNif, ofName, nif })
  // A decision may have taken the number or the NIF of somebody else from the row.
  if (input['memberNumber'] && number !== undefined) keys.push(`number:${number}`)
  if (input['nif'] && nif !== undefined) keys.push(`nif:${nif}`)
  else if (named !== undefined && number === undefined) keys.push(`birth:${named}`)
  if (person === undefined && !ofNumber && !ofNif && named !== undefined) {
    const alike = byNameAndBirth.get(named) ?? []
    // Of several, those with another NIF are others.
    const possible = alike.length > 1 && nif !== undefined ? alike.filter((one) => one.nif === null) : alike
    if (possible.length > 1) {
      const wayOut =
        nif === undefined ? 'Indique o número ou o NIF.' : 'Indique o número de uma, ou o NIF na ficha dela.'
      problems['name'] =
        `Há ${possible.length} pessoas com este nome e data de nascimento: ${possible.map(nameOf).join(', ')}. ${wayOut}`
      return
    }
    person = namesakeOf(row, possible[0], { number, nif })
  }
  if (!person) {
    keys.push(...likeKeys(input, named))
    return
  }
  if (person.memberId !== null) {
    row.recordId = person.memberId
    keys.push(`record:${person.memberId}`)
  } else input['personId'] = person.personId
}

interface Identity {
  name: string
  nif: string | undefined
  birthDate: string | undefined
  ofNumber: FoundPerson | undefined
  ofNif: FoundPerson | undefined
  /** Members with the name of the row, when its number is that of another name. */
  ofName: readonly FoundPerson[]
}

/** The person whose number or NIF a row has, as far as it is that of a doubt. */
function identifiedBy(row: CheckedRow, identity: Identity): FoundPerson | undefined {
  const { name, ofNumber, ofNif } = identity
  const { input } = row
  const number = String(input['memberNumber'] ?? '')
  if (ofNumber && ofNif && ofNumber.personId !== ofNif.personId) {
    const reading = readingOf(row, {
      kind: 'number',
      name: 'memberNumber',
      text: `O n.º ${number} é de ${nameOf(ofNumber)}, e o NIF é de ${nameOf(ofNif)}.`,
      suggested: `É ${nameOf(ofNif)}, que fica com o número que tem`,
      other: `É ${nameOf(ofNumber)}, que fica com o NIF que tem`,
    })
    delete input[reading === 'suggested' ? 'memberNumber' : 'nif']
    return reading === 'suggested' ? ofNif : ofNumber
  }
  if (ofNumber) return ofNif ? ofNumber : numberedBy(row, ofNumber, identity)
  if (!ofNif) return undefined
  if (isOtherName(ofNif, name)) {
    const reading = readingOf(row, {
      kind: 'nif',
      name: 'nif',
      text: `O NIF já é de ${nameOf(ofNif)}, com outro nome.`,
      suggested: `É ${nameOf(ofNif)}, que fica com outro nome`,
      other: 'É outra pessoa: ficha nova, sem NIF',
    })
    if (reading === 'suggested') return ofNif
    delete input['nif']
    return undefined
  }
  if (number && ofNif.memberNumber !== null && doubtNumber(row, ofNif, 'o mesmo NIF') === 'other')
    delete input['memberNumber']
  return ofNif
}

/** Who has the number of a row, or who has its name, or nobody: when the number and the rest of the row disagree, a person decides. */
function numberedBy(
  row: CheckedRow,
  known: FoundPerson,
  { name, nif, birthDate, ofName }: Identity,
): FoundPerson | undefined {
  const { input, keys } = row
  const differs = (own: string | null, given: string | undefined) =>
    given !== undefined && own !== null && own !== given
  const isOther = isOtherName(known, name)
  const contradictions = [
    isOther && 'outro nome',
    differs(known.nif, nif) && 'outro NIF',
    differs(known.birthDate, birthDate) && 'outra data de nascimento',
  ].filter((one) => one !== false)
  if (contradictions.length === 0) return known
  const what = joinList(contradictions)
  const number = numberIn(input['memberNumber'])
  const named = isOther && ofName.length === 1 ? ofName[0] : undefined
  const readings = {
    same: `É ${nameOf(known)}, que fica com ${what}`,
    another: named
      ? `É ${nameOf(named)}, que fica com o número que tem`
      : 'É outra pessoa: ficha nova, com outro número',
  }
  const reading = readingOf(row, {
    kind: 'number',
    name: 'memberNumber',
    text: `O n.º ${number} já é de ${nameOf(known)}, com ${what}.`,
    suggested: isOther ? readings.another : readings.same,
    other: isOther ? readings.same : readings.another,
  })
  if (named?.memberNumber && number !== undefined)
    keys.push(
      `swap:${Math.min(number, named.memberNumber)} e ${Math.max(number, named.memberNumber)}`,
      `from:${number}`,
    )
  if ((reading === 'suggested') !== isOther) return known
  delete input['memberNumber']
  return named
}

/** Somebody with the name and the birth date of a row, unless a person decides that it is another one. */
function namesakeOf(
  row: CheckedRow,
  known: FoundPerson | undefined,
  { number, nif }: { number: number | undefined; nif: string | undefined },
): FoundPerson | undefined {
  if (!known) return undefined
  const alike = `${nameOf(known)} tem o mesmo nome e data de nascimento`
  const another = 'É outra pessoa: ficha nova'
  if (nif !== undefined && known.nif !== null && known.nif !== nif) {
    const reading = readingOf(row, {
      kind: 'nif',
      name: 'nif',
      text: `${alike}, e outro NIF (${known.nif}).`,
      suggested: `É ${nameOf(known)}, que fica com outro NIF`,
      other: another,
    })
    return reading === 'suggested' ? known : undefined
  }
  if (number === undefined || known.memberNumber === null) return known
  const reading = readingOf(row, {
    kind: 'otherNumber',
    name: 'memberNumber',
    text: `${alike}, e outro número.`,
    suggested: `É ${nameOf(known)}, que passa a ter o n.º ${number}`,
    other: another,
  })
  return reading === 'suggested' ? known : undefined
}

function doubtNumber(row: CheckedRow, known: FoundPerson, what: string): 'suggested' | 'other' {
  const number = String(row.input['memberNumber'])
  return readingOf(row, {
    kind: 'otherNumber',
    name: 'memberNumber',
    text: `${nameOf(known)} tem ${what}, e outro número.`,
    suggested: `${nameOf(known)} passa a ter o n.º ${number}`,
    other: `${nameOf(known)} fica com o número que tem`,
  })
}

/** By what two rows may be the same person: the name with a birth date, an email or a mobile. */
function likeKeys(input: Record<string, unknown>, named: string | undefined): string[] {
  const name = foldText(String(input['name'] ?? ''))
  if (name === '') return []
  const marks = [
    String(input['email'] ?? '').toLowerCase(),
    phoneRule.normalize(String(input['mobile'] ?? '')),
  ].filter(Boolean)
  return [...(named === undefined ? [] : [named]), ...marks.map((mark) => `${name} ${mark}`)].map(
    (mark) => `like:${mark}`,
  )
}

/** Makes rows doubtful that would create again somebody who was deleted and can still be restored. */
async function doubtDeleted(rows: readonly CheckedRow[], { db, now }: CheckContext): Promise<void> {
  const fresh = rows.filter(({ recordId }) => recordId === null)
  const numbers = fresh.flatMap(({ input }) => numberIn(input['memberNumber']) ?? [])
  const nifs = fresh.flatMap(({ input }) => nifIn(input['nif']) ?? [])
  if (numbers.length + nifs.length === 0) return
  const deleted = await many(
    db,
    sql`SELECT d.number, p.nif, coalesce(p.name, d.title) AS name FROM (
          SELECT (e.rows -> 0 -> 'row' ->> 'member_number')::integer AS number, (e.rows -> 0 -> 'row' ->> 'person_id')::uuid AS person,
            e.changes -> 0 ->> 'from' AS title FROM audit_events e
          WHERE e.resource = 'members' AND ${restorableSql('e', sql`${now()}::timestamptz`)}) d
        LEFT JOIN people p ON p.id = d.person WHERE d.number = ANY(${numbers}::integer[]) OR p.nif = ANY(${nifs}::text[])`,
    { number: 'integer', nif: 'text?', name: 'text?' },
  )
  for (const row of fresh) {
    const number = numberIn(row.input['memberNumber'])
    const nif = nifIn(row.input['nif'])
    const one = deleted.find((known) => known.number === number || (nif !== undefined && known.nif === nif))
    if (!one) continue
    const isNumber = one.number === number
    const reading = readingOf(row, {
      kind: 'deleted',
      name: isNumber ? 'memberNumber' : 'nif',
      text: `A ficha de «${one.name ?? one.number}» (n.º ${one.number}), com o mesmo ${isNumber ? 'número' : 'NIF'}, foi eliminada e ainda se pode recuperar.`,
      suggested: 'Não entra: recupere a ficha em «Eliminados» e verifique outra vez',
      other: isNumber ? 'Ficha nova, com outro número' : 'Ficha nova',
    })
    // The number is kept for the deleted record.
    if (isNumber) delete row.input['memberNumber']
    if (reading === 'suggested' && row.decisions.deleted) row.isLeftOut = true
  }
}

function completeAdmission({ texts, input, notes }: CheckedRow, { today, startsIn1904 }: CheckContext): void {
  if (texts['admissionDate'] || !texts['createdOn']) return
  const day = readDate(texts['createdOn'], today, startsIn1904)
  if (day === undefined) return
  input['admissionDate'] = day
  notes['admissionDate'] = 'É o dia em que a ficha foi criada no outro programa.'
}

/** Other programs have no last day of an exemption: the default of that column applies only to exempt members. */
function completeExemption(
  { texts, input, problems, defaulted }: CheckedRow,
  { mapped }: CheckContext,
): void {
  if (!mapped.has('isExempt')) return
  if (!readYes(texts['isExempt'] ?? '')) {
    if (defaulted.has('exemptUntil')) delete input['exemptUntil']
    return
  }
  if (input['exemptUntil']) input['exemptReason'] ??= 'Isento no programa de onde veio'
  else problems['isExempt'] = 'Está isento: dê um valor a «Isenção até», ou corrija a célula.'
}

/** Adds the phones that have no field to the notes, once. */
function completeNotes({ input, more }: CheckedRow, before: Record<string, unknown> | undefined): void {
  const { phones } = more
  delete more['phones']
  if (typeof phones !== 'string') return
  const known = String(input['notes'] ?? before?.['notes'] ?? '')
  if (!known.includes(phones)) input['notes'] = [known, phones].filter(Boolean).join('\n')
}

interface State {
  currentStateId: string | null
  stateSince: string | null
  endDate: string | null
  endReason: string | null
}

/** New members begin in the state of the row; that of known ones is changed on their page, where it has a day, a reason and effects. */
function completeState(
  row: CheckedRow,
  before: Record<string, unknown> | undefined,
  { prepared }: CheckContext,
): void {
  const { more, notes, problems, input } = row
  const { currentStateId, stateSince, endDate } = more['state'] as State
  if (before) {
    if (currentStateId && currentStateId !== before['currentStateId'])
      notes['currentStateId'] =
        'O estado de quem já cá está não muda com a importação: mude-o na ficha, com a data e o motivo.'
    delete more['state']
    return
  }
  const hasLeft = (prepared as Prepared).ends.has(currentStateId ?? '')
  if (isFormer(row) && !hasLeft)
    problems['currentStateId'] ??=
      'É um antigo membro: dê um valor ao estado e à data de saída, que são só para quem saiu.'
  const since = endDate ?? stateSince
  const admitted = dateIn(input['admissionDate'])
  if (hasLeft && !since) problems['endDate'] ??= 'Já saiu: indique a data de saída.'
  if (endDate && !hasLeft) problems['currentStateId'] ??= 'Tem data de saída: indique o estado de quem saiu.'
  if (admitted && since && since < admitted)
    problems[endDate ? 'endDate' : 'stateSince'] ??= `É anterior à admissão (${formatDate(admitted)}).`
}

/** Gives new members without a number the next ones, so that their rows need not wait for each other. */
async function numberNew(writing: Context, rows: readonly WritableRow[]): Promise<void> {
  const without = rows.filter(({ recordId, input }) => recordId === null && isEmpty(input['memberNumber']))
  const numbers = await nextMemberNumbers(writing, without.length)
  for (const [index, row] of without.entries()) row.input['memberNumber'] = numbers[index]
}

async function writeMember(writing: Context, row: WritableRow): Promise<Written> {
  const written = await writeRecord(writing, 'members', row)
  const memberId = row.recordId ?? String(written.created[0]?.id)
  const state = row.more['state'] as State | undefined
  if (state?.currentStateId && row.recordId === null) await beginState(writing, memberId, state, row.input)
  const debts = row.more['debts'] as OpeningDebts | undefined
  if (debts) written.created.push(...(await writeDebts(writing, memberId, debts)))
  const consents = (row.more['consents'] ?? []) as ImportedConsent[]
  if (row.recordId !== null && consents.length === 0) return written
  const { personId, version, personVersion } = await one(
    writing.db,
    lookUp(
      sql`SELECT m.person_id AS "personId", m.version, p.version AS "personVersion" FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = ${memberId}::uuid`,
    ),
    { personId: 'uuid', version: 'integer', personVersion: 'integer' },
  )
  written.created.push(...(await writeConsents(writing, personId, consents)))
  if (row.recordId !== null) return written
  const person = { resource: 'people', id: personId, version: personVersion }
  const [member, ...others] = written.created
  return {
    created: [...(row.input['personId'] ? [] : [person]), { ...member!, version }, ...others],
  }
}

/** Changes the state of a new member, unless it is the one in which all begin. */
async function beginState(
  writing: Context,
  memberId: string,
  state: State,
  input: Record<string, unknown>,
): Promise<void> {
  const { current } = await one(
    writing.db,
    lookUp(sql`SELECT current_state_id AS current FROM members WHERE id = ${memberId}::uuid`),
    { current: 'uuid' },
  )
  if (current === state.currentStateId) return
  const date = state.endDate ?? state.stateSince ?? String(input['admissionDate'])
  await performAction(writing, actionOf(writing.world, 'members', 'changeState'), {
    id: memberId,
    input: { stateNameId: state.currentStateId, date, ...(state.endReason && { reason: state.endReason }) },
  })
}

async function undoMember(writing: Context, { created, changed }: Written): Promise<string | undefined> {
  const member = created.find(({ resource }) => resource === 'members')
  const others = created.filter(({ resource }) => !['members', 'people', 'consents'].includes(resource))
  const consents = created.filter(({ resource }) => resource === 'consents')
  const reasons: (string | undefined)[] = []
  if (!member) {
    for (const consent of consents) reasons.push(await removeCreated(writing, consent))
    for (const other of others.toReversed()) reasons.push(await cancelCreated(writing, other))
    if (changed) reasons.push(await restoreValues(writing, 'members', changed))
    return reasons.filter((reason) => reason !== undefined).join(' ') || undefined
  }
  // Receipts are never deleted: their payment is cancelled, and the member stays.
  for (const payment of others.filter(({ resource }) => resource === 'payments')) {
    await cancelCreated(writing, payment)
    reasons.push('Tem um recibo do crédito, que se anula mas não se apaga.')
  }
  if (reasons.length > 0) return reasons[0]
  if (!(await areUntouched(writing, 'members', [member]))) return 'Foi alterado entretanto.'
  for (const consent of consents) await removeCreated(writing, consent)
  await forgetStates(writing, [member.id])
  const reason = await removeCreated(writing, member)
  if (reason !== undefined) return reason
  const person = created.find(({ resource }) => resource === 'people')
  // Another record may need the person.
  if (person) await removeCreated(writing, person)
  return undefined
}

/** The states that the import gave members besides the first: with them the history would keep the member. */
async function forgetStates({ db, changes }: Context, memberIds: readonly string[]): Promise<void> {
  const rows = await many(
    db,
    sql`DELETE FROM member_states s USING (
          SELECT id, row_number() OVER (PARTITION BY member_id ORDER BY start_date, end_date NULLS LAST, id) AS place
          FROM member_states WHERE member_id = ANY(${memberIds}::uuid[])) o
        WHERE o.id = s.id AND o.place > 1 RETURNING s.id, s.version, s.person_id AS owner`,
    { id: 'uuid', version: 'integer', owner: 'uuid' },
  )
  for (const { id, version, owner } of rows)
    changes.push({ resource: 'memberStates', action: 'deleted', id, version, owner })
}

/** Undoes new members of many rows at once. Throws 409 when one of them has to be looked at by itself. */
async function undoNewMembers(writing: Context, all: readonly Written[]): Promise<void> {
  const created = all.flatMap((written) => written.created)
  const of = (resource: string) => created.filter((one) => one.resource === resource)
  const isPlain = all.every(({ changed }) => !changed) && of('payments').length === 0
  if (
    !isPlain ||
    of('members').length !== all.length ||
    !(await areUntouched(writing, 'members', of('members')))
  )
    throw conflict('Foi alterado entretanto.')
  const memberIds = of('members').map(({ id }) => id)
  await undoCreations(
    writing,
    planOf(writing.world, 'consents'),
    of('consents').map(({ id }) => id),
  )
  await forgetStates(writing, memberIds)
  await undoCreations(writing, planOf(writing.world, 'members'), memberIds)
  const people = of('people')
  if (people.length === 0) return
  if (!(await areUntouched(writing, 'people', people))) throw conflict('Foi alterado entretanto.')
  await undoCreations(
    writing,
    planOf(writing.world, 'people'),
    people.map(({ id }) => id),
  )
}
