/** The automatic messages whose texts may be the beginning of one about debts. */
export const startingEvents = ['paymentAdvice', 'reminder1', 'reminder2', 'reminder3'] as const

/** The texts of an automatic message without what only the ladder of reminders can say. */
export function startingTexts({ subject, body, smsText }: Record<string, unknown>) {
  return {
    subject: withoutOthers(subject),
    body: withoutOthers(body),
    smsText: withoutOthers(smsText) || null,
  }
}

function withoutOthers(text: unknown): string {
  return String(text ?? '')
    .replaceAll('<p>{outrasDividas}</p>', '')
    .replaceAll(/\s*\{outrasDividas\}/g, '')
}
