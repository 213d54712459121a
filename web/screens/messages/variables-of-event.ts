import { findMessageEvent, messageVariables, samplesOf } from '@agremia/resources/message-events.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import type { Variable } from '../../ui/rich-text/insert-variable.tsx'

/** What the texts of an event may name, in the organisation's words; of a bulk sending, what is common to all. */
export function variablesFor(event: string | undefined, terminology: Terminology): Variable[] {
  return variablesNamed(event === undefined ? undefined : findMessageEvent(event), terminology)
}

/** The same of whatever else says what may be named. */
export function variablesNamed(event: Parameters<typeof samplesOf>[0], terminology: Terminology): Variable[] {
  return samplesOf(event).map(({ code, sample }) => ({
    code,
    label: fillTerms(messageVariables[code].label, terminology),
    sample,
  }))
}
