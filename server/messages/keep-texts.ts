import type { MessageEvent } from '@agremia/resources/message-events.ts'
import type { WriteContext } from '../rest/modules.ts'
import { cleanTemplate } from './safe-html.ts'
import { inOwnNames } from './templates.ts'

const texts = ['subject', 'body', 'smsText'] as const

/** Texts that were written, as they are kept: with variables in our own names, and a body of the few elements that messages may have. */
export function keepTexts(
  { values, merged }: Pick<WriteContext, 'values' | 'merged'>,
  event?: Pick<MessageEvent, 'aliases'>,
): void {
  for (const name of texts) {
    const text = values[name]
    if (typeof text === 'string') values[name] = merged[name] = keptText(name, text, event)
  }
}

/** One of them. */
export function keptText(
  name: (typeof texts)[number],
  text: string,
  event?: Pick<MessageEvent, 'aliases'>,
): string {
  const named = inOwnNames(text, event)
  return name === 'body' ? cleanTemplate(named) : named
}
