import { messageEvents } from '@agremia/resources/message-events.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'

/** The steps of payment notices in order; each is the message event of the same name. */
export const noticeSteps = ['paymentAdvice', 'reminder1', 'reminder2', 'reminder3'] as const

/** Describes a setting such as `-15,15,45,90` in one sentence; empty when it cannot be parsed. */
export function noticeStepsText(reminderDays: string): string {
  const days = reminderDays.split(',').map((text) => Number(text.trim() || NaN))
  if (days.some((day) => !Number.isInteger(day))) return ''
  const parts = days.slice(0, noticeSteps.length).map((day, index) => {
    const step = noticeSteps[index]
    return step ? `${messageEvents[step].label.toLowerCase()} ${whenText(day)}` : ''
  })
  const sentence = joinList(parts)
  return sentence === '' ? '' : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** The days of one step: before the due date for the first step, after it for the others. Text that is no number is returned as it is. */
export function daysOfStep(reminderDays: string, index: number): number | string {
  const text = reminderDays.split(',')[index]?.trim() ?? ''
  if (!/^-?\d+$/.test(text)) return text
  return index === 0 ? 0 - Number(text) : Number(text)
}

/** The setting with the days of one step replaced. Empty steps at the end are dropped. */
export function withDays(reminderDays: string, index: number, days: unknown): string {
  const parts = noticeSteps.map((_, step) => reminderDays.split(',')[step]?.trim() ?? '')
  const signed = index === 0 && typeof days === 'number' ? 0 - days : days
  return parts
    .with(index, String(signed ?? ''))
    .join(',')
    .replace(/,+$/, '')
}

function whenText(day: number): string {
  if (day === 0) return 'no dia do vencimento'
  const span = counted(Math.abs(day), 'dia', 'dias')
  return day < 0 ? `${span} antes do vencimento` : `${span} depois`
}

export function stepLabel(step: string): string {
  const known = noticeSteps.find((name) => name === step)
  return known ? messageEvents[known].label : step
}
