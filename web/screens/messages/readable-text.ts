import { messageVariables, type MessageVariableCode } from '@agremia/resources/message-events.ts'
import { paymentMessageTexts } from '@agremia/resources/payment-message-texts.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'

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
