import type { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { isMinor } from '@agremia/resources/application-audience.ts'
import { applicationConsentNames } from '@agremia/resources/definitions/member-applications.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Querying } from '../database/querying.ts'
import { exists, many, maybeOne, sql } from '../database/sql.ts'
import { categoryProblems } from '../members/index.ts'
import { personProblems } from '../people/index.ts'
import type { HookContext } from '../rest/modules.ts'
import type { StoredValues } from '../rest/find-record.ts'
import type { FieldMessages } from '../errors.ts'

type RuleContext = Pick<HookContext<typeof memberApplications>, 'db' | 'merged' | 'today' | 'settings'>

/** Fields whose rules depend on other fields: a change of those validates them again. */
const dependsOn: Record<string, readonly string[]> = {
  birthDate: ['kind'],
  guardianName: ['birthDate', 'kind'],
  guardianConsent: ['birthDate', 'kind'],
  representativeName: ['kind'],
  categoryId: ['birthDate', 'kind'],
}

/** The errors of an application that is not a draft; in an update only those of changed fields. */
export async function applicationProblems(
  context: HookContext<typeof memberApplications>,
  isOnline: boolean,
): Promise<FieldMessages> {
  const { before, values } = context
  const problems = await findAllProblems(context, isOnline)
  if (!before) return problems
  const isTouched = (name: string) => [name, ...(dependsOn[name] ?? [])].some((other) => other in values)
  return Object.fromEntries(Object.entries(problems).filter(([name]) => isTouched(name)))
}

/** All errors of an application that is not a draft. */
export async function findAllProblems(context: RuleContext, isOnline: boolean): Promise<FieldMessages> {
  const { settings, today } = context
  const merged = withoutFutureBirth(context.merged, today)
  const checked = { ...context, merged }
  const asCreated = { ...checked, before: null, values: {} }
  return {
    ...personProblems(asCreated),
    ...(await categoryProblems(asCreated)),
    ...(isOnline ? await onlineProblems(checked) : {}),
    ...(isMinor(merged, today) && merged.guardianConsent !== true
      ? { guardianConsent: ['É precisa a autorização do encarregado de educação: o candidato é menor.'] }
      : {}),
    ...titleProblems(merged, settings),
    ...(await proposerProblems(checked, isOnline)),
  }
}

/** Removes a future date of birth, which has its own error, so that the rules about age do not add others. */
function withoutFutureBirth(merged: RuleContext['merged'], today: string): RuleContext['merged'] {
  return String(merged.birthDate ?? '') > today ? { ...merged, birthDate: null } : merged
}

/** Stricter rules of the public form: staff can complete an application later, visitors cannot. */
async function onlineProblems({ db, merged }: RuleContext): Promise<FieldMessages> {
  const errors: FieldMessages = {}
  for (const name of onlineRequired(merged.kind === 'legal')) {
    if (merged[name] === null || merged[name] === undefined) errors[name] = [fieldErrors.required]
  }
  for (const name of requiredConsents) {
    if (merged[name] !== true) errors[name] = ['É preciso aceitar para se candidatar.']
  }
  if (typeof merged.categoryId === 'string') {
    const isOpen = await exists(
      db,
      sql`SELECT FROM member_categories WHERE id = ${merged.categoryId} AND active AND accepts_applications`,
    )
    if (!isOpen) errors['categoryId'] = [fieldErrors.option]
  }
  return errors
}

/** Fields that the form requires independently of the settings. */
export function onlineRequired(isLegal: boolean) {
  return ['name', 'email', 'categoryId', isLegal ? 'representativeName' : 'birthDate'] as const
}

export const requiredConsents = applicationConsentNames.filter(
  (name) => name === 'terms' || name === 'privacyNotice',
)

/** Warnings for missing consents in an application that the staff writes. */
export function consentWarnings(merged: StoredValues): FieldMessages {
  const missing = requiredConsents.filter((name) => merged[name] !== true)
  return Object.fromEntries(missing.map((name) => [name, ['Falta a assinatura do candidato.']]))
}

/** The minimum number of titles of capital in a cooperative; 0 in an association. */
export function minimumTitles({ orgType, applicationsMinimumTitles }: Settings): number {
  return orgType === 'cooperative' ? Number(applicationsMinimumTitles) : 0
}

function titleProblems({ capitalTitles }: StoredValues, settings: Settings): FieldMessages {
  const minimum = minimumTitles(settings)
  if (minimum === 0 || (typeof capitalTitles === 'number' && capitalTitles >= minimum)) return {}
  const amount = minimum === 1 ? 'pelo menos um título' : `pelo menos ${minimum} títulos`
  return { capitalTitles: [`É preciso subscrever ${amount} de capital.`] }
}

/** The fields of each proposer. */
const proposers = [
  { id: 'proposer1Id', number: 'proposer1Number', name: 'proposer1Name' },
  { id: 'proposer2Id', number: 'proposer2Number', name: 'proposer2Name' },
] as const

/** Requires the configured number of proposers. Does not check that typed ones exist, which would reveal members to visitors. */
async function proposerProblems(context: RuleContext, isOnline: boolean): Promise<FieldMessages> {
  const { merged, settings } = context
  const errors: FieldMessages = {}
  for (const { id, number, name } of proposers.slice(0, Number(settings.applicationsProposers))) {
    const missing = [number, name].filter((field) => merged[field] === null || merged[field] === undefined)
    if (merged[id] || missing.length === 0) continue
    if (isOnline) for (const field of missing) errors[field] = [fieldErrors.required]
    else errors[id] = ['Indique quem propõe o candidato.']
  }
  const { proposer1Number, proposer2Number } = merged
  if (proposer1Number && proposer1Number === proposer2Number)
    errors['proposer2Number'] = ['Indique outra pessoa: já é o 1.º proponente.']
  return { ...errors, ...(await chosenProposerProblems(context)) }
}

/** Proposers chosen by the staff must be different and current members. */
async function chosenProposerProblems({ db, merged }: RuleContext): Promise<FieldMessages> {
  const chosen = proposers.map(({ id }) => id).filter((name) => merged[name])
  if (chosen.length === 0) return {}
  const rows = await many(
    db,
    sql`SELECT m.id FROM members m JOIN member_state_names s ON s.id = m.current_state_id
           WHERE s.marks_end AND m.id = ANY(${chosen.map((name) => merged[name])})`,
    { id: 'uuid' },
  )
  const formerIds = new Set(rows.map(({ id }) => id))
  const errors: FieldMessages = {}
  if (merged.proposer1Id && merged.proposer1Id === merged.proposer2Id)
    errors['proposer2Id'] = ['Escolha outra pessoa: já é o 1.º proponente.']
  for (const name of chosen) {
    if (formerIds.has(String(merged[name]))) errors[name] = ['Já saiu e não pode propor ninguém.']
  }
  return errors
}

/**
 * Links proposers to members when number and name both match. Otherwise stores only the typed values for the staff, without an
 * error, so that applicants cannot find out who is a member.
 */
export async function linkProposers({
  db,
  values,
  merged,
  set,
}: HookContext<typeof memberApplications>): Promise<void> {
  for (const { id, number, name } of proposers) {
    if (values[id] || !(number in values || name in values)) continue
    const memberId = await findProposer(db, merged[number], merged[name])
    if (memberId) set({ [id]: memberId })
  }
}

async function findProposer(db: Querying, number: unknown, name: unknown): Promise<string | undefined> {
  if (typeof number !== 'number' || typeof name !== 'string') return undefined
  const member = await maybeOne(
    db,
    sql`SELECT m.id, p.name FROM members m JOIN people p ON p.id = m.person_id
             JOIN member_state_names s ON s.id = m.current_state_id
           WHERE m.member_number = ${number} AND NOT s.marks_end`,
    { id: 'uuid', name: 'text' },
  )
  return member && isSameName(name, member.name) ? member.id : undefined
}

/** Whether `typed` has at least two of the member's names, and no others. */
function isSameName(typed: string, memberName: string): boolean {
  const words = foldText(typed).split(' ')
  const names = new Set(foldText(memberName).split(' '))
  return words.every((word) => names.has(word)) && words.length >= Math.min(2, names.size)
}
