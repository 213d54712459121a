import type { Definition, RecordOf } from '../define-resource.ts'
import { apiCalls, apiSecrets } from './api-secrets.ts'
import { memberApplicationStates } from './application-states.ts'
import { memberApplicationTexts, memberApplicationTextVersions } from './application-texts.ts'
import { auditEvents } from './audit-events.ts'
import { backups } from './backups.ts'
import { bankLines, bankStatements } from './bank-statements.ts'
import { bulkActionResults, bulkActions } from './bulk-actions.ts'
import { cardRuns } from './card-runs.ts'
import { cardTemplates } from './card-templates.ts'
import { cashSheets } from './cash-sheets.ts'
import { chargeDifferences } from './charge-differences.ts'
import { chargesByMember } from './charges-by-member.ts'
import { collectors } from './collectors.ts'
import { consents } from './consents.ts'
import { contacts } from './contacts.ts'
import { costCenterBudgets, costCenters } from './cost-centers.ts'
import { countries } from './countries.ts'
import { creditRefunds } from './credit-refunds.ts'
import { dataBreaches } from './data-breaches.ts'
import { dataPackages, dataRequests } from './data-requests.ts'
import { debitAnswers, debitBatches, debitCollections } from './debit-batches.ts'
import { donationsInKind } from './donations-in-kind.ts'
import { duplicates } from './duplicates.ts'
import { erasures } from './erasures.ts'
import { externalEntities } from './external-entities.ts'
import { incomingPayments } from './incoming-payments.ts'
import { fixedAssets } from './fixed-assets.ts'
import { importRows, imports } from './imports.ts'
import { keptReports } from './kept-reports.ts'
import { mandates } from './mandates.ts'
import { memberApplicationConsents, memberApplications } from './member-applications.ts'
import { memberBalances } from './member-balances.ts'
import { memberCategories } from './member-categories.ts'
import { memberExemptions } from './member-exemptions.ts'
import { memberQuotaTerms } from './member-quota-terms.ts'
import { memberStateNames, memberStates } from './member-states.ts'
import { members, peopleResearcher } from './members.ts'
import { membershipCardLetters } from './membership-card-letters.ts'
import { membershipCards } from './membership-cards.ts'
import { merges } from './merges.ts'
import { messageBatches } from './message-batches.ts'
import { messageSettings } from './message-settings.ts'
import { messageAttempts, messages } from './messages.ts'
import { paymentAdvice } from './payment-advice.ts'
import { agreementInstalments, paymentAgreements } from './payment-agreements.ts'
import { mbway, paymentIntents } from './payment-intents.ts'
import { paymentMessage } from './payment-messages.ts'
import { paymentReturns } from './payment-returns.ts'
import { creditUses, paymentItems, payments } from './payments.ts'
import { people } from './people.ts'
import { printBatches } from './print-batches.ts'
import { processingActivities } from './processing-activities.ts'
import { processors } from './processors.ts'
import { quotaPlans, quotaPrices } from './quota-plans.ts'
import { quotaRuns } from './quota-runs.ts'
import { recordFiles } from './record-files.ts'
import { reportNotes } from './report-notes.ts'
import { rounds, roundVisits } from './rounds.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { transactionCategories } from './transaction-categories.ts'
import { transactionSplits, transactions } from './transactions.ts'
import { treasuryAccounts } from './treasury-accounts.ts'
import { treasuryDocs } from './treasury-docs.ts'
import { unsettledPayments } from './unsettled-payments.ts'
import { users } from './users.ts'
import { webhookAttempts, webhookDeliveries, webhooks } from './webhooks.ts'

/** All resources by name. The engine serves only those listed here. */
export const definitions = {
  agreementInstalments,
  apiCalls,
  apiSecrets,
  auditEvents,
  backups,
  bankLines,
  bankStatements,
  bulkActionResults,
  bulkActions,
  cardRuns,
  cardTemplates,
  cashSheets,
  chargeDifferences,
  chargesByMember,
  collectors,
  consents,
  contacts,
  costCenterBudgets,
  costCenters,
  countries,
  creditRefunds,
  creditUses,
  dataBreaches,
  dataPackages,
  dataRequests,
  debitAnswers,
  debitBatches,
  debitCollections,
  donationsInKind,
  duplicates,
  erasures,
  externalEntities,
  importRows,
  imports,
  incomingPayments,
  keptReports,
  mandates,
  mbway,
  fixedAssets,
  memberApplicationConsents,
  memberApplications,
  memberApplicationStates,
  memberApplicationTexts,
  memberApplicationTextVersions,
  memberBalances,
  memberCategories,
  memberExemptions,
  memberQuotaTerms,
  members,
  membershipCardLetters,
  membershipCards,
  memberStateNames,
  memberStates,
  merges,
  messageAttempts,
  messageBatches,
  messages,
  messageSettings,
  paymentAdvice,
  paymentAgreements,
  paymentIntents,
  paymentItems,
  paymentMessage,
  paymentReturns,
  payments,
  people,
  peopleResearcher,
  printBatches,
  processingActivities,
  processors,
  quotaPlans,
  quotaPrices,
  quotaRuns,
  recordFiles,
  reportNotes,
  rounds,
  roundVisits,
  sessions,
  settings,
  transactionCategories,
  transactions,
  transactionSplits,
  treasuryAccounts,
  treasuryDocs,
  unsettledPayments,
  users,
  webhookAttempts,
  webhookDeliveries,
  webhooks,
}

export type ResourceName = keyof typeof definitions

/** A record of the resource, in wire form. */
export type ResourceRecord<Name extends ResourceName> = RecordOf<(typeof definitions)[Name]>

/** The names of the fields of the resource. */
export type FieldOf<Name extends ResourceName> = keyof (typeof definitions)[Name]['fields'] & string

/** The resources whose records have a nested list of this one. */
export type ParentOf<Name extends ResourceName> = keyof NonNullable<(typeof definitions)[Name]['parents']> &
  string

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
