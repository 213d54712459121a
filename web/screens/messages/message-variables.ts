import { useCallback } from 'react'
import {
  findMessageEvent,
  type MessageVariableCode,
  messageVariables,
  samplesOf,
} from '@agremia/resources/message-events.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { paymentMessageTexts } from '@agremia/resources/payment-message-texts.ts'
import type { Variable } from '../../ui/rich-text/insert-variable.tsx'
import { useTerminology } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'

/** The variables that the texts of an event may use, labelled in the organisation's terminology; without an event, those of a batch. */
export function variablesFor(event: string | undefined, ...context: VariableContext): Variable[] {
  return variablesOf(event === undefined ? undefined : findMessageEvent(event), ...context)
}

/** The labelled variables of an event or of another source of samples. Samples of the organisation are its own, never invented. */
export function variablesOf(
  event: Parameters<typeof samplesOf>[0],
  ...[terminology, settings]: VariableContext
): Variable[] {
  const sampleOf = (code: MessageVariableCode, sample: string) => {
    const term = organisationTerms[code]
    if (term !== undefined) return fillTerms(term, terminology)
    const names = organisationSettings[code]
    return names ? names.flatMap((name) => plainText(settings[name]) || []).join(', ') : sample
  }
  return samplesOf(event).map(({ code, sample }) => ({
    code,
    label: fillTerms(messageVariables[code].label, terminology),
    sample: sampleOf(code, sample),
  }))
}

type VariableContext = [terminology: Terminology, settings: Readonly<Record<string, unknown>>]

/** Variables whose values are settings of the organisation. */
const organisationSettings: Readonly<Record<string, readonly string[]>> = {
  organizacaoMorada: ['organisationAddress'],
  organizacaoEmail: ['organisationEmail'],
  organizacaoTelefone: ['organisationPhone'],
  organizacaoContactos: ['organisationEmail', 'organisationPhone'],
}

/** Variables with the same value for every recipient, as terms of the terminology. */
const organisationTerms: Readonly<Record<string, string>> = {
  organizacao: '{name}',
  deOrganizacao: '{deOrganizacao}',
  emOrganizacao: '{emOrganizacao}',
  aOrganizacao: '{aOrganizacao}',
}

/** Replaces variables in a text: terms by their words, personal variables by their label in brackets. */
export function readableText(text: string, terminology: Terminology): string {
  return text.replaceAll(/\{\{?([\p{L}_]+(?:\|[\p{L}_]+)?)\}?\}/gu, (mark, name: string) => {
    const code = (paymentMessageTexts.aliases as Readonly<Record<string, string>>)[name] ?? name
    const term = organisationTerms[code]
    if (term !== undefined) return fillTerms(term, terminology)
    if (Object.hasOwn(messageVariables, code))
      return `[${fillTerms(messageVariables[code as MessageVariableCode].label, terminology)}]`
    try {
      return fillTerms(`{${name}}`, terminology)
    } catch {
      // Braces that are no variable.
      return mark
    }
  })
}

/** Returns a function that replaces the variables of a stored text by words. */
export function useReadableText(): (text: unknown) => string {
  const terminology = useTerminology()
  return useCallback((text: unknown) => readableText(plainText(text), terminology), [terminology])
}
