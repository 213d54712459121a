import { messageEvents } from '@agremia/resources/message-events.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'

/** The steps of the ladder of notices, each the message event of that name. */
export const noticeSteps = ['paymentAdvice', 'reminder1', 'reminder2', 'reminder3'] as const

/** What a setting such as `-15,15,45,90` means, in one sentence; nothing when it cannot be read. */
export function sayLadder(reminderDays: string): string {
  const days = reminderDays.split(',').map((text) => Number(text.trim() || NaN))
  if (days.some((day) => !Number.isInteger(day))) return ''
  const parts = days.slice(0, noticeSteps.length).map((day, index) => {
    const step = noticeSteps[index]
    return step ? `${messageEvents[step].label.toLowerCase()} ${whenText(day)}` : ''
  })
  const said = joinList(parts)
  return said === '' ? '' : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}

/** The days of one step as people say them, before the due date for the first and after it for the others. */
export function daysOfStep(reminderDays: string, place: number): number | string {
  const text = reminderDays.split(',')[place]?.trim() ?? ''
  if (!/^-?\d+$/.test(text)) return text
  return place === 0 ? 0 - Number(text) : Number(text)
}

/** The setting with other days of one step; steps at the end may be left out. */
export function withDays(reminderDays: string, place: number, days: unknown): string {
  const parts = noticeSteps.map((_, index) => reminderDays.split(',')[index]?.trim() ?? '')
  const signed = place === 0 && typeof days === 'number' ? 0 - days : days
  return parts
    .with(place, String(signed ?? ''))
    .join(',')
    .replace(/,+$/, '')
}

function whenText(day: number): string {
  if (day === 0) return 'no dia do vencimento'
  const span = counted(Math.abs(day), 'dia', 'dias')
  return day < 0 ? `${span} antes do vencimento` : `${span} depois`
}

/** What a step is called. */
export function stepLabel(step: string): string {
  const known = noticeSteps.find((name) => name === step)
  return known ? messageEvents[known].label : step
}
