import { messageVariables, type MessageVariableCode } from '@agremia/resources/message-events.ts'
import { paymentMessageTexts } from '@agremia/resources/payment-message-texts.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'

/** What the organisation's own name stands for, whoever receives the text. */
const ofOrganisation: Readonly<Record<string, string>> = {
  organizacao: '{name}',
  deOrganizacao: '{deOrganizacao}',
  emOrganizacao: '{emOrganizacao}',
  aOrganizacao: '{aOrganizacao}',
}

/** A text with variables as people read it: the organisation's words in their place, and what differs for each person in brackets. */
export function readableText(text: string, terminology: Terminology): string {
  return text.replaceAll(/\{\{?([\p{L}_]+(?:\|[\p{L}_]+)?)\}?\}/gu, (mark, name: string) => {
    const code = (paymentMessageTexts.aliases as Readonly<Record<string, string>>)[name] ?? name
    const term = ofOrganisation[code]
    if (term !== undefined) return fillTerms(term, terminology)
    if (Object.hasOwn(messageVariables, code))
      return `[${fillTerms(messageVariables[code as MessageVariableCode].label, terminology)}]`
    try {
      return fillTerms(`{${name}}`, terminology)
    } catch {
      // Somebody's own braces.
      return mark
    }
  })
}
