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
