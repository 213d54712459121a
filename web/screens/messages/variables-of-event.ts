import { findMessageEvent, messageVariables, samplesOf } from '@agremia/resources/message-events.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import type { Variable } from '../../ui/rich-text/variable.ts'

/** The variables that the texts of an event may use, labelled in the organisation's terminology; without an event, those of a batch. */
export function variablesFor(event: string | undefined, terminology: Terminology): Variable[] {
  return variablesOf(event === undefined ? undefined : findMessageEvent(event), terminology)
}

/** The labelled variables of an event or of another source of samples. */
export function variablesOf(event: Parameters<typeof samplesOf>[0], terminology: Terminology): Variable[] {
  return samplesOf(event).map(({ code, sample }) => ({
    code,
    label: fillTerms(messageVariables[code].label, terminology),
    sample,
  }))
}
