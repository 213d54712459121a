import { consents } from '@agremia/resources/definitions/consents.ts'
import { date } from '@agremia/resources/fields.ts'
import { formatDate, todayIn } from '@agremia/resources/rules/dates.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { many, sql } from '../../database/sql.ts'
import type { WireRecord } from '../../rest/find-record.ts'
import type { Context } from '../../rest/modules.ts'
import { isBlank, readNo, readYes } from '../columns/read-values.ts'
import type { Target } from '../columns/targets.ts'
import { target } from '../columns/targets.ts'
import { dateIn } from './find-members.ts'
import type { CheckContext, CheckedRow, Written } from './kind.ts'
import { writeRecord } from './write-record.ts'

/** A consent that a row brings. */
export interface ImportedConsent {
  purpose: string
  status: 'given' | 'withdrawn'
  at: string
  /** Null for the default of a consent. */
  method: string | null
}

const { purpose, method, status } = consents.fields
const dateField = date({ label: 'Data do consentimento' })

/** Those of guardians are of a form that they signed. */
const purposes = (purpose.options ?? []).filter(({ value }) => value !== 'minor')

function columnOf(value: string): string {
  return `consent${value.charAt(0).toUpperCase()}${value.slice(1)}`
}

/** A column for each purpose, and those of the day and the way of all of them. */
export function consentTargets(terminology: Terminology): Target[] {
  return [
    ...purposes.map(({ value, label }) =>
      target(columnOf(value), `Consentimento: ${label}`, {
        terminology,
        help: 'Sim ou não. Entra com a data e o modo em que foi dado.',
      }),
    ),
    target('consentDate', dateField.label, { terminology, field: dateField }),
    target('consentMethod', 'Como foi dado o consentimento', { terminology, field: method }),
  ]
}

/** Reads the cells of consents into `more.consents`: what the cells say yes to, and what they say no to. */
export function readConsents(row: CheckedRow, context: CheckContext): void {
  const { texts, input, problems, notes, more } = row
  const [day, way] = [input['consentDate'] ?? null, input['consentMethod'] ?? null] as [
    string | null,
    string | null,
  ]
  delete input['consentDate']
  delete input['consentMethod']
  const answers = purposes.flatMap(({ value }) => {
    const text = texts[columnOf(value)] ?? ''
    if (isBlank(text)) return []
    const isYes = readYes(text)
    if (!isYes && !readNo(text)) problems[columnOf(value)] = `«${text.slice(0, 60)}» não é sim nem não.`
    return [{ purpose: value, isYes }]
  })
  if (answers.length === 0) return
  if (day !== null && !dateIn(day)) problems['consentDate'] ??= 'Data inválida: use dd/mm/aaaa.'
  else if (day !== null && day > context.today) problems['consentDate'] = 'É uma data futura.'
  const missing = [!texts['consentDate'] && 'a data', !texts['consentMethod'] && 'o modo'].filter(Boolean)
  if (missing.length > 0 && answers.some(({ isYes }) => isYes))
    notes['consentDate'] =
      `Os consentimentos não entram sem ${missing.join(' e ')}: escolha a coluna, ou dê um valor para todas as linhas.`
  more['consents'] = { answers, day, method: way }
}

interface Answers {
  answers: { purpose: string; isYes: boolean }[]
  day: string | null
  method: string | null
}

/**
 * Leaves the consents that change something: a yes with its day and way, unless the person said otherwise later, and a no of who had said yes.
 * A no of who never said yes says nothing: other programs write it for who was not asked.
 */
export async function completeConsents(
  rows: readonly CheckedRow[],
  before: ReadonlyMap<string, WireRecord>,
  { db, now, settings, terminology, today }: CheckContext,
): Promise<void> {
  const personOf = ({ recordId, input }: CheckedRow) =>
    (before.get(recordId ?? '')?.['personId'] ?? input['personId']) as string | undefined
  const asked = rows.filter(({ more }) => more['consents'])
  const known = await many(
    db,
    sql`SELECT DISTINCT ON (person_id, purpose) person_id AS "personId", purpose, status, at FROM consents
        WHERE person_id = ANY(${asked.flatMap((row) => personOf(row) ?? [])}::uuid[]) AND channel IS NULL ORDER BY person_id, purpose, at DESC, id DESC`,
    { personId: 'uuid', purpose: 'text', status: 'text', at: 'moment' },
  )
  const inForce = new Map(known.map((one) => [`${one.personId} ${one.purpose}`, one]))
  const nameOf = (options: readonly { value: string; label: string }[], value: string) =>
    fillTerms(options.find((option) => option.value === value)?.label ?? value, terminology)
  for (const row of asked) {
    const { answers, day, method: way } = row.more['consents'] as Answers
    const personId = personOf(row)
    const changed = answers.filter(({ purpose: name, isYes }) => {
      const current = inForce.get(`${personId} ${name}`)
      if (!isYes) return current?.status === 'given'
      if (day === null || way === null || current?.status === 'given') return false
      const since = current && todayIn(settings.timeZone, new Date(current.at))
      if (!since || since < day) return true
      row.notes[columnOf(name)] =
        `«${nameOf(status.options ?? [], current.status)}» em ${formatDate(since)}, depois: fica como está.`
      return false
    })
    for (const { purpose: name, isYes } of changed) {
      const current = inForce.get(`${personId} ${name}`)
      row.changes.push({
        name: columnOf(name),
        label: `Consentimento: ${nameOf(purposes, name)}`,
        from: current ? nameOf(status.options ?? [], current.status) : null,
        to: isYes
          ? `${nameOf(status.options ?? [], 'given')} em ${formatDate(day ?? today)}`
          : nameOf(status.options ?? [], 'withdrawn'),
      })
    }
    // Midday, so that the day is the same in all time zones of the country.
    const given = day === null || day === today ? now().toISOString() : `${day}T12:00:00.000Z`
    row.more['consents'] = changed.map(({ purpose: name, isYes }): ImportedConsent => ({
      purpose: name,
      status: isYes ? 'given' : 'withdrawn',
      at: isYes ? given : now().toISOString(),
      method: way,
    }))
  }
}

/** Writes the consents of a person. */
export async function writeConsents(
  writing: Context,
  personId: string,
  brought: readonly ImportedConsent[],
): Promise<Written['created']> {
  const created: Written['created'] = []
  for (const { method: way, ...consent } of brought) {
    const input = { ...consent, personId, evidence: 'Lista importada', ...(way && { method: way }) }
    created.push(...(await writeRecord(writing, 'consents', { recordId: null, more: {}, input })).created)
  }
  return created
}
