export { duesArea } from './area.ts'
export { insertSampleDues } from './sample-dues.ts'
export { insertSampleIntents } from './intents/sample-intents.ts'
export { useCredit } from './ledger/credit.ts'
export { refundCredit } from './payments/refund-credit.ts'
export { addCharge } from './charges/charges.ts'
export { countDueNotices } from './notices/debtors.ts'
export { nextInSeries } from './payments/receipts.ts'
export { cashOnSheets } from './payments/cash-days.ts'
export type { Days } from './payments/cash-days.ts'
export { closedSheetProblem } from './payments/cash-sheets.ts'
export { lockLedger, lockLedgerFirst, refreshLedger, refreshMembers } from './ledger/ledger.ts'
export { returnPayment } from './payments/return-payment.ts'
export { isOwed, isReceived, isSameCharge, isUsed, wasReceived } from './ledger/conditions.ts'
export { chargesOn, chargesOwedOn, neverCharged, settledOn } from './ledger/charges-on.ts'
export { ageSql, debtAges } from './ledger/debt-ages.ts'
export type { DebtAge } from './ledger/debt-ages.ts'
export { donationText } from './payments/receipts.ts'
export { admissionWarnings, findNotCharged } from './charges/admission.ts'
export { beforeRules, keepFormerRules, rulesWarnings } from './terms/former-rules.ts'
export type { Prepared } from './terms/rhythm.ts'
export { followRuleChange } from './terms/rule-changes.ts'
export { categoryAmounts, memberAmount, movedAmount } from './terms/rhythm.ts'
export { chargesBefore, followSave } from './terms/member-charges.ts'
export { categoryOn, planOn, termsJoin } from './terms/in-force.ts'
export { applyExemptions, beginExemption, exemptionProblems } from './terms/exemptions.ts'
export { applyDueTerms, recordTerms } from './terms/quota-terms.ts'
export { forecastSql } from './generation/forecast.ts'
export { countDifferences } from './terms/charge-differences.ts'
export { changedChargeShape, compareCharges } from './terms/changed-charges.ts'
export {
  beforeStateCorrection,
  correctionOf,
  followStateCorrection,
  followStates,
  lockHistory,
  previewCorrection,
  quotasBefore,
} from './terms/corrections.ts'
