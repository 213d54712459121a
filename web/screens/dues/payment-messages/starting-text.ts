/** The texts of an automatic notice without the variable `{outrasDividas}`, which exists only in notices. */
export function startingTextsFrom({ subject, body, smsText }: Record<string, unknown>) {
  return {
    subject: withoutOtherDebts(subject),
    body: withoutOtherDebts(body),
    smsText: withoutOtherDebts(smsText) || null,
  }
}

function withoutOtherDebts(text: unknown): string {
  return String(text ?? '')
    .replaceAll('<p>{outrasDividas}</p>', '')
    .replaceAll(/\s*\{outrasDividas\}/g, '')
}
