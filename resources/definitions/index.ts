import type { Definition } from '../define-resource.ts'
import { memberApplicationStates } from './application-states.ts'
import { memberApplicationTexts, memberApplicationTextVersions } from './application-texts.ts'
import { auditEvents } from './audit-events.ts'
import { bulkActionResults, bulkActions } from './bulk-actions.ts'
import { cardRuns } from './card-runs.ts'
import { cardTemplates } from './card-templates.ts'
import { cashSheets } from './cash-sheets.ts'
import { chargesByMember } from './charges-by-member.ts'
import { consents } from './consents.ts'
import { contacts } from './contacts.ts'
import { countries } from './countries.ts'
import { memberBalances } from './member-balances.ts'
import { memberApplicationConsents, memberApplications } from './member-applications.ts'
import { memberCategories } from './member-categories.ts'
import { memberStateNames, memberStates } from './member-states.ts'
import { members, peopleResearcher } from './members.ts'
import { membershipCardLetters } from './membership-card-letters.ts'
import { membershipCards } from './membership-cards.ts'
import { messageBatches } from './message-batches.ts'
import { messageSettings } from './message-settings.ts'
import { messageAttempts, messages } from './messages.ts'
import { agreementInstalments, paymentAgreements } from './payment-agreements.ts'
import { paymentAdvice } from './payment-advice.ts'
import { paymentMessage } from './payment-messages.ts'
import { creditUses, paymentItems, payments } from './payments.ts'
import { people } from './people.ts'
import { printBatches } from './print-batches.ts'
import { quotaPlans, quotaPrices } from './quota-plans.ts'
import { quotaRuns } from './quota-runs.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { unsettledPayments } from './unsettled-payments.ts'
import { users } from './users.ts'

/** All resources by name. The engine serves only those listed here. */
export const definitions = {
  agreementInstalments,
  auditEvents,
  bulkActionResults,
  bulkActions,
  cardRuns,
  cardTemplates,
  cashSheets,
  chargesByMember,
  consents,
  contacts,
  countries,
  creditUses,
  memberApplicationConsents,
  memberApplicationStates,
  memberApplicationTexts,
  memberApplicationTextVersions,
  memberApplications,
  memberBalances,
  memberCategories,
  memberStateNames,
  memberStates,
  members,
  membershipCardLetters,
  membershipCards,
  messageAttempts,
  messageBatches,
  messages,
  messageSettings,
  paymentAdvice,
  paymentAgreements,
  paymentItems,
  paymentMessage,
  payments,
  people,
  peopleResearcher,
  printBatches,
  quotaPlans,
  quotaPrices,
  quotaRuns,
  sessions,
  settings,
  unsettledPayments,
  users,
}

export type ResourceName = keyof typeof definitions

/** The definitions as a list, with their common type. */
export const allDefinitions = Object.values(definitions) as unknown as Definition[]

/** Returns the definition of a resource; undefined when there is none. */
export function findDefinition(name: string): Definition | undefined {
  return Object.hasOwn(definitions, name)
    ? (definitions as unknown as Record<string, Definition>)[name]
    : undefined
}

/** Returns the definition of a resource. Throws Error when there is none. */
export function getDefinition(name: string): Definition {
  const definition = findDefinition(name)
  if (!definition) throw new Error(`no resource named ${name}`)
  return definition
}
