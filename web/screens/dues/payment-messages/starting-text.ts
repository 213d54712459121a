/** The texts of an automatic message without what only the ladder of reminders can say. */
export function textsToBegin({ subject, body, smsText }: Record<string, unknown>) {
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
