import { cashSheets } from '@agremia/resources/definitions/cash-sheets.ts'
import { chargeDifferences } from '@agremia/resources/definitions/charge-differences.ts'
import { chargesByMember } from '@agremia/resources/definitions/charges-by-member.ts'
import { incomingPayments } from '@agremia/resources/definitions/incoming-payments.ts'
import { memberExemptions } from '@agremia/resources/definitions/member-exemptions.ts'
import { memberQuotaTerms } from '@agremia/resources/definitions/member-quota-terms.ts'
import { memberBalances } from '@agremia/resources/definitions/member-balances.ts'
import { agreementInstalments, paymentAgreements } from '@agremia/resources/definitions/payment-agreements.ts'
import { creditRefunds } from '@agremia/resources/definitions/credit-refunds.ts'
import { paymentReturns } from '@agremia/resources/definitions/payment-returns.ts'
import { creditUses, paymentItems, payments } from '@agremia/resources/definitions/payments.ts'
import { paymentIntents } from '@agremia/resources/definitions/payment-intents.ts'
import { paymentMessage } from '@agremia/resources/definitions/payment-messages.ts'
import { quotaPlans, quotaPrices } from '@agremia/resources/definitions/quota-plans.ts'
import { quotaRuns } from '@agremia/resources/definitions/quota-runs.ts'
import { unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import { one, sql } from '../database/sql.ts'
import { retryIn } from '../rest/background-work.ts'
import { euros } from '../rest/euros.ts'
import type { Area, HookContext } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { adviceRoutes, sendAdviceRoute } from './advice/routes.ts'
import { afterCashSheetColumn, cashSheetHooks, cashSheetRoutes, reopenSheet } from './payments/cash-sheets.ts'
import {
  chargeCapital,
  chargeAdmission,
  scheduleReadmissionCharge,
  chargeReadmissions,
} from './charges/admission.ts'
import { agreementHooks, cancelAgreement } from './charges/agreements.ts'
import { cancelPayment } from './payments/cancel-payment.ts'
import { confirmPayment, confirmReconciled } from './payments/confirm-payments.ts'
import { cancelRefund } from './payments/refund-credit.ts'
import { returnByPerson, undoReturn } from './payments/return-payment.ts'
import { chargesByMemberRoute } from './charges/charges-by-member.ts'
import { isOwed } from './ledger/conditions.ts'
import {
  cancelCharge,
  chargeHooks,
  exemptCharge,
  releaseCredit,
  previewCreditRelease,
  restoreCharge,
} from './charges/charges.ts'
import { documentRoutes, receiptCheckRoute, statementRoutes } from './documents/routes.ts'
import { drawings } from './documents/documents.ts'
import { itemsColumn, treasuryTransactionColumn } from './payments/receipts.ts'
import { cancelAfterLeaving, restoreAfterCorrectedLeaving } from './charges/leaving.ts'
import { lockLedgerFirst, refreshLateAgreements, refreshOverdue, refreshMembers } from './ledger/ledger.ts'
import { noticeWaitsColumn } from './notices/charge-notices.ts'
import { composeNotices, prepareNotices } from './notices/compose-notices.ts'
import { noticeTask } from './notices/notice-task.ts'
import { noticeRoutes } from './notices/routes.ts'
import { composePaymentMessages, preparePaymentMessages } from './payment-messages/composer.ts'
import {
  paymentMessageHooks,
  schedulePaymentMessage,
  sendPaymentMessage,
  unschedulePaymentMessage,
} from './payment-messages/payment-messages.ts'
import { paymentMessageRoutes } from './payment-messages/preview.ts'
import { payerRoutes } from './payments/payer-routes.ts'
import { paymentHooks } from './payments/payments.ts'
import { quotaPriceHooks, removePrices, setPrices } from './generation/quota-plans.ts'
import {
  generateQuotas,
  quotaRunHooks,
  undoRun,
  runByCategory,
  runTotalsShape,
} from './generation/quota-runs.ts'
import { deleteOldReceiptRuns, receiptRunRoutes } from './documents/receipt-runs.ts'
import { callbackRoutes } from './intents/callback-routes.ts'
import { registerWaiting, returnWaiting, workOnIncoming } from './intents/incoming.ts'
import { startQueries } from './intents/query-intents.ts'
import { workOnRequest } from './intents/request-intent.ts'
import { intentRoutes, publicIntentRoutes } from './intents/routes.ts'
import { overviewRoute } from './overview.ts'
import { runPaymentMessage } from './payment-messages/send-payment-message.ts'
import { sendReceipt, sendReceiptOfPayment } from './documents/send-receipt.ts'
import { planAmounts } from './terms/rhythm.ts'
import { payerCategoryColumn } from './terms/in-force.ts'
import { keepExemptions } from './terms/exemptions.ts'
import { keepTerms } from './terms/quota-terms.ts'
import {
  correctDifference,
  keepDifference,
  listDifferences,
  refreshDifferences,
} from './terms/charge-differences.ts'
import { ruleChangeRoutes } from './terms/rule-changes.ts'
import { exemptionHooks, removeExemption, removeTerms, termHooks, termRoutes } from './terms/history-hooks.ts'
import { dueRoutes } from './generation/routes.ts'
import { usesCreditColumn } from './ledger/credit.ts'
import type { Change } from '../rest/change.ts'

/** Area of charges, payments, credit, agreements, notices and quota generations. */
export const duesArea: Area = {
  routes(app, world) {
    dueRoutes(app, world)
    termRoutes(app, world)
    ruleChangeRoutes(app, world)
    adviceRoutes(app, world)
    sendAdviceRoute(app, world)
    documentRoutes(app, world)
    receiptCheckRoute(app, world)
    cashSheetRoutes(app, world)
    chargesByMemberRoute(app, world)
    payerRoutes(app, world)
    receiptRunRoutes(app, world)
    statementRoutes(app, world)
    noticeRoutes(app, world)
    paymentMessageRoutes(app, world)
    overviewRoute(app, world)
    intentRoutes(app, world)
    publicIntentRoutes(app, world)
    return callbackRoutes(app, world)
  },
  documents: drawings,
  bulkTasks: { notices: noticeTask },
  work: (world) => [
    world.jobs.work('quotaRuns', (job) => generateQuotas(world, job)),
    world.jobs.work('chargeChecks', () => listDifferences(world)),
    world.jobs.work('receipts', (job) => sendReceiptOfPayment(world, job)),
    world.jobs.work('paymentMessages', (job) => runPaymentMessage(world, job)),
    world.jobs.work('gatewayRequests', ({ data }) => workOnRequest(world, data['id'] ?? '')),
    world.jobs.work('incomingPayments', ({ data }) => workOnIncoming(world, data['id'] ?? '')),
    startQueries(world),
  ],
  async daily(db, today, settings, world) {
    const graceDays = Number(settings.agreementGraceDays)
    await deleteOldReceiptRuns(db)
    const changes: Change[] = []
    await cancelAfterLeaving({ db, today, settings, changes })
    await chargeReadmissions({ db, today, settings, changes })
    await refreshDifferences({ db, today, changes, world })
    changes.push(...(await refreshLateAgreements(db, today, graceDays)), ...(await refreshOverdue(db, today)))
    return changes
  },
  async onRestored({ db, today, changes, rows }) {
    for (const { table, row } of rows)
      if (table === 'members') await refreshMember({ db, today, changes }, String(row['id']))
  },
  on: {
    async memberAdmitted(admission) {
      await chargeAdmission(admission, admission.memberId)
      await chargeCapital(admission)
    },
    async memberSaved(context) {
      await keepTerms(context)
      await keepExemptions(context)
      const { before, id, settings, caller, isOfThePast, newMembers } = context
      if (!before && settings.duesOnAdmission === 'true' && caller.role !== 'visitor' && !isOfThePast) {
        await chargeAdmission(context, id)
        return true
      }
      if (before && !changesStrip(context)) return false
      // A new member has no charges.
      if (before) await refreshDifferences(context, [id])
      if (!before && newMembers) newMembers.push(id)
      else await refreshMember(context, id)
      return true
    },
    async stateChanged(context) {
      await cancelAfterLeaving(context, [context.memberId])
      await restoreAfterCorrectedLeaving(context)
      await scheduleReadmissionCharge(context)
      await refreshDifferences(context, [context.memberId])
      await refreshMember(context, context.memberId)
    },
    transactionsReconciled: confirmReconciled,
    async messagesPrepared({ world, messages }) {
      await prepareNotices(world, messages)
      await preparePaymentMessages(world, messages)
    },
    async messagesComposed({ messages, ...context }) {
      const notices = await composeNotices(context, messages)
      return new Map([...notices, ...(await composePaymentMessages(context, messages))])
    },
    countForMembers: ({ db, memberIds }) =>
      one(
        db,
        sql`SELECT count(*)::integer AS debts, ${euros('sum(c.open_amount)')} AS owed,
               (SELECT ${euros('sum(b.credit)')} FROM member_balances b WHERE b.id = ANY(${memberIds}::uuid[])) AS credit
             FROM unsettled_payments c WHERE c.member_id = ANY(${memberIds}::uuid[]) AND ${isOwed}`,
        { debts: 'integer', owed: 'euros', credit: 'euros' },
      ),
  },
  resources: [
    resourceModule({ definition: memberBalances }),
    resourceModule({
      definition: memberExemptions,
      hooks: exemptionHooks,
      actions: { remove: removeExemption },
    }),
    resourceModule({ definition: memberQuotaTerms, hooks: termHooks, actions: { remove: removeTerms } }),
    resourceModule({ definition: quotaPlans, hooks: planAmounts, actions: { setPrices, removePrices } }),
    resourceModule({ definition: quotaPrices, hooks: quotaPriceHooks }),
    resourceModule({
      definition: quotaRuns,
      hooks: quotaRunHooks,
      actions: { undo: undoRun, retry: retryIn('quotaRuns', 'quotaRuns') },
      extraProperties: { shape: runTotalsShape, read: runByCategory },
    }),
    resourceModule({
      definition: unsettledPayments,
      hooks: chargeHooks,
      actions: { cancel: cancelCharge, exempt: exemptCharge, restore: restoreCharge, releaseCredit },
      previews: { releaseCredit: previewCreditRelease },
      computed: { usesCredit: usesCreditColumn, noticeWaits: noticeWaitsColumn },
    }),
    resourceModule({
      definition: payments,
      hooks: paymentHooks,
      actions: {
        cancel: cancelPayment,
        confirm: confirmPayment,
        return: returnByPerson,
        undoReturn,
        sendReceipt,
      },
      computed: {
        items: itemsColumn,
        afterCashSheet: afterCashSheetColumn,
        treasuryTransactionId: treasuryTransactionColumn,
        categoryId: payerCategoryColumn,
      },
    }),
    resourceModule({
      definition: chargeDifferences,
      hooks: {
        beforeLock: lockLedgerFirst(
          (id) => sql`SELECT member_id AS id FROM charge_differences WHERE id = ${id}::uuid`,
        ),
      },
      actions: { correct: correctDifference, keep: keepDifference },
    }),
    resourceModule({ definition: chargesByMember }),
    resourceModule({ definition: paymentItems }),
    resourceModule({
      definition: cashSheets,
      hooks: cashSheetHooks,
      actions: { reopen: reopenSheet },
    }),
    resourceModule({ definition: creditUses }),
    resourceModule({ definition: paymentReturns, computed: { categoryId: payerCategoryColumn } }),
    resourceModule({
      definition: creditRefunds,
      hooks: {
        beforeLock: lockLedgerFirst(
          (id) => sql`SELECT member_id AS id FROM credit_refunds WHERE id = ${id}::uuid`,
        ),
      },
      actions: { cancel: cancelRefund },
      computed: { categoryId: payerCategoryColumn },
    }),
    resourceModule({
      definition: paymentMessage,
      hooks: paymentMessageHooks,
      actions: {
        send: sendPaymentMessage,
        schedule: schedulePaymentMessage,
        unschedule: unschedulePaymentMessage,
      },
    }),
    resourceModule({
      definition: paymentAgreements,
      hooks: agreementHooks,
      actions: { cancel: cancelAgreement },
    }),
    resourceModule({ definition: agreementInstalments }),
    resourceModule({ definition: paymentIntents, replaces: ['create'] }),
    resourceModule({
      definition: incomingPayments,
      hooks: {
        // A refund locks the ledger before the payment that waits.
        beforeLock: lockLedgerFirst(
          (id) =>
            sql`SELECT member_id AS id FROM incoming_payments WHERE id = ${id} AND member_id IS NOT NULL`,
        ),
      },
      actions: {
        confirm: (call) => registerWaiting(call, call.record._id),
        match: (call) => registerWaiting(call, call.record._id, call.input.memberId),
        return: (call) => returnWaiting(call, call.record._id),
      },
    }),
  ],
}

/** Whether a save changes fields that the strip of quota years depends on. */
function changesStrip({ values }: HookContext): boolean {
  return ['categoryId', 'admissionDate', 'exemptFrom', 'exemptUntil'].some((name) => name in values)
}

async function refreshMember(
  { db, today, changes }: Pick<HookContext, 'db' | 'today' | 'changes'>,
  id: string,
): Promise<void> {
  changes.push(...(await refreshMembers(db, today, [id])))
}
