import type { ImportVerdict } from '@agremia/resources/definitions/imports.ts'
import { importDecisions, importDoubts } from '@agremia/resources/definitions/imports.ts'
import type { CheckedRow, Doubt } from './kinds/kind.ts'

/** Notes a doubt of a row. Returns the reading that holds: the one that a person decided, else that which is suggested. */
export function readingOf(row: CheckedRow, doubt: Doubt): 'suggested' | 'other' {
  const decision = row.decisions[doubt.kind] ?? null
  row.doubts.push({ ...doubt, decision })
  if (decision === 'leaveOut') row.isLeftOut = true
  return decision === 'other' ? 'other' : 'suggested'
}

/** The verdict of a row whose doubts are not all decided, or whose decision leaves it out. */
export function withDoubts({ doubts, isLeftOut }: CheckedRow, verdict: ImportVerdict): ImportVerdict {
  if (isLeftOut) return 'excluded'
  const isOpen = doubts.some(({ decision }) => decision === null)
  return isOpen && verdict !== 'refused' ? 'doubtful' : verdict
}

export const decisionProblem = 'Indique o tipo de cada dúvida, e como se lê.'

/** Whether a JSON object has only known kinds of doubts and decisions. */
export function areDecisions(value: unknown): boolean {
  return Object.entries((value ?? {}) as Record<string, unknown>).every(
    ([kind, decision]) =>
      Object.hasOwn(importDoubts, kind) &&
      typeof decision === 'string' &&
      Object.hasOwn(importDecisions, decision),
  )
}
