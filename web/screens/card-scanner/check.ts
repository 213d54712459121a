import type { CardValidity } from '@agremia/resources/card-verification.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { validities, type ValidityTone } from '../card-check/index.ts'

/** `desconhecido`: no card has the code. `pendente`: no verdict yet. `semCartao`: a member found by name who has no card. */
export type CheckStatus = CardValidity | 'desconhecido' | 'pendente' | 'semCartao'

/** The result of checking a code, by the server or by the known list. */
export interface Verdict {
  status: CheckStatus
  memberNumber?: number
  name?: string
  category?: string
  validUntil?: string | null
  /** Only in verdicts of the server. */
  memberId?: string
  /** When the known list was fetched; absent in verdicts of the server. */
  listedAt?: string
}

/** One scan, typed code or member, with its verdict. */
export interface Check extends Verdict {
  /** Its position in the list, from 1. */
  place: number
  at: string
  /** The code, or the text that was read if it contains no code. */
  code: string
  /** When the same code was first read in this list. */
  firstAt?: string
  /** The status by the list, if the server's differs. */
  before?: CheckStatus
}

/** True while the server has not confirmed the verdict. */
export function isWaiting({ status, listedAt }: Check): boolean {
  return status === 'pendente' || listedAt !== undefined
}

/** Appends a check without a verdict. */
export function addCheck(checks: readonly Check[], { code, at }: { code: string; at: string }): Check[] {
  const first = checks.find((check) => check.code === code)
  const place = (checks.at(-1)?.place ?? 0) + 1
  return [...checks, { place, code, at, status: 'pendente', ...(first && { firstAt: first.at }) }]
}

/** Sets the verdict of the check at `place`. If it differs from an earlier one, `before` keeps the earlier status. */
export function settleCheck(checks: readonly Check[], place: number, verdict: Verdict): Check[] {
  return checks.map((check) => {
    if (check.place !== place) return check
    const { at, code, firstAt, status, before } = check
    const changed = status !== 'pendente' && status !== verdict.status ? status : before
    return { place, at, code, ...(firstAt && { firstAt }), ...(changed && { before: changed }), ...verdict }
  })
}

interface CheckCounts {
  byStatus: Map<CheckStatus, number>
  repeated: number
  waiting: number
}

/** Counts the checks by status. Only the first check of each code counts; `repeated` counts the others. */
export function countChecks(checks: readonly Check[]): CheckCounts {
  const byStatus = new Map<CheckStatus, number>()
  for (const { status, firstAt } of checks)
    if (firstAt === undefined) byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  return {
    byStatus,
    repeated: checks.filter(({ firstAt }) => firstAt !== undefined).length,
    waiting: checks.filter(isWaiting).length,
  }
}

interface StatusWords {
  tone: ValidityTone | 'grey'
  word: string
  title: string
}

export const statusWords: Record<CheckStatus, StatusWords> = {
  ...validities,
  desconhecido: { tone: 'red', word: 'Desconhecido', title: 'Cartão não encontrado' },
  semCartao: { tone: 'amber', word: 'Sem cartão', title: 'Sem cartão' },
  pendente: { tone: 'grey', word: 'Por verificar', title: 'Por verificar' },
}

/** The time in the organisation's time zone, as `18:42`. */
export function clockTime(iso: string): string {
  return formatDateTime(iso, organisationTimeZone()).slice(11)
}

/** `Graça A., sócio n.º 37`; the code if the holder is unknown. */
export function holderText({ name, memberNumber, code }: Check, terminology: Terminology): string {
  return name === undefined
    ? code
    : `${name}, ${fillTerms(`{memberSingular} n.º ${memberNumber ?? ''}`, terminology)}`
}

/** Remarks besides the status: repeated, checked by the list, changed since. */
export function notesOf({ firstAt, listedAt, before }: Check): string[] {
  return [
    firstAt === undefined ? '' : `Repetido: 1.ª vez às ${clockTime(firstAt)}`,
    listedAt === undefined ? '' : `Pela lista das ${clockTime(listedAt)}`,
    before === undefined ? '' : `Antes, pela lista: ${statusWords[before].word}`,
  ].filter(Boolean)
}
