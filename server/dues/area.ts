import { cashSheets } from '@agremia/resources/definitions/cash-sheets.ts'
import { chargesByMember } from '@agremia/resources/definitions/charges-by-member.ts'
import { memberBalances } from '@agremia/resources/definitions/member-balances.ts'
import { agreementInstalments, paymentAgreements } from '@agremia/resources/definitions/payment-agreements.ts'
import { creditUses, paymentItems, payments } from '@agremia/resources/definitions/payments.ts'
import { paymentMessage } from '@agremia/resources/definitions/payment-messages.ts'
import { quotaPlans, quotaPrices } from '@agremia/resources/definitions/quota-plans.ts'
import { quotaRuns } from '@agremia/resources/definitions/quota-runs.ts'
import { unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import { one, sql } from '../database/sql.ts'
import { retryIn } from '../rest/background-work.ts'
import type { Change } from '../rest/changes.ts'
import { euros } from '../rest/euros.ts'
import type { Area, WriteContext } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { adviceRoutes } from './advice-routes.ts'
import { afterCashSheetColumn, cashSheetHooks, cashSheetRoutes, reopenCashSheet } from './cash-sheets.ts'
import { chargeCapital } from './charge-capital.ts'
import { chargeAdmission } from './admission.ts'
import { agreementHooks, cancelAgreement } from './agreements.ts'
import { cancelPayment } from './cancel-payment.ts'
import { chargesByMemberRoute } from './charges-by-member.ts'
import { isOwed } from './conditions.ts'
import { cancelCharge, chargeHooks, exemptCharge, releaseCredit, restoreCharge } from './charges.ts'
import { documentRoutes } from './document-routes.ts'
import { drawings } from './drawings.ts'
import { itemsColumn } from './items-column.ts'
import { cancelAfterLeaving, oweAfterMistake } from './leaving.ts'
import { refreshLateAgreements, refreshOverdue } from './ledger.ts'
import { noticeWaitsColumn } from './notice-waits-column.ts'
import { noticeTask } from './notice-task.ts'
import { noticeRoutes } from './notices.ts'
import {
  paymentMessageHooks,
  schedulePaymentMessage,
  sendPaymentMessage,
  unschedulePaymentMessage,
} from './payment-messages.ts'
import { paymentMessageRoutes } from './payment-message-routes.ts'
import { payerRoutes } from './payer-routes.ts'
import { paymentHooks } from './payments.ts'
import { quotaPriceHooks, removePrices, setPrices } from './quota-plans.ts'
import { generateQuotas, quotaRunHooks, undoRun } from './quota-runs.ts'
import { awaitReadmission, chargeReadmissions } from './readmission.ts'
import { receiptCheckRoute } from './receipt-check.ts'
import { dropOldReceiptRuns, receiptRunRoutes } from './receipt-runs.ts'
import { refreshMembers } from './refresh-members.ts'
import { reportRoutes } from './reports.ts'
import { workOnPaymentMessage } from './send-payment-message.ts'
import { runByCategory } from './run-by-category.ts'
import { sendReceipt } from './send-receipt.ts'
import { tellOfPayment } from './tell-payer.ts'
import { sendAdviceRoute } from './send-advice.ts'
import { dueRoutes } from './routes.ts'
import { statementRoutes } from './statement-routes.ts'
import { usesCreditColumn } from './uses-credit-column.ts'

/** What members owe and pay. */
export const duesArea: Area = {
  routes(app, engine) {
    dueRoutes(app, engine)
    adviceRoutes(app, engine)
    sendAdviceRoute(app, engine)
    documentRoutes(app, engine)
    receiptCheckRoute(app, engine)
    cashSheetRoutes(app, engine)
    chargesByMemberRoute(app, engine)
    payerRoutes(app, engine)
    receiptRunRoutes(app, engine)
    statementRoutes(app, engine)
    noticeRoutes(app, engine)
    paymentMessageRoutes(app, engine)
    reportRoutes(app, engine)
  },
  documents: drawings,
  bulkTasks: { notices: noticeTask },
  work: (engine) => [
    engine.world.jobs.work('quotaRuns', (job) => generateQuotas(engine.world, job)),
    engine.world.jobs.work('receipts', (job) => tellOfPayment(engine.world, job)),
    engine.world.jobs.work('paymentMessages', (job) => workOnPaymentMessage(engine, job)),
  ],
  async daily(db, today, settings) {
    const graceDays = Number(settings.agreementGraceDays)
    await dropOldReceiptRuns(db)
    const changes: Change[] = []
    await cancelAfterLeaving({ db, today, settings, changes })
    await chargeReadmissions({ db, today, settings, changes })
    changes.push(...(await refreshOverdue(db, today)), ...(await refreshLateAgreements(db, today, graceDays)))
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
      const { before, id, settings, caller } = context
      if (!before && settings.duesOnAdmission === 'true' && caller.role !== 'visitor') {
        await chargeAdmission(context, id)
        return true
      }
      if (before && !changesStrip(context)) return false
      await refreshMember(context, id)
      return true
    },
    async stateChanged(context) {
      await cancelAfterLeaving(context, context.memberId)
      await oweAfterMistake(context)
      await awaitReadmission(context)
      await refreshMember(context, context.memberId)
    },
    countForMembers: ({ db, memberIds }) =>
      one(
        db,
        sql`SELECT count(*)::integer AS debts, ${euros('sum(c.open_amount)')} AS owed
             FROM unsettled_payments c WHERE c.member_id = ANY(${memberIds}::uuid[]) AND ${isOwed}`,
        { debts: 'integer', owed: 'euros' },
      ),
  },
  resources: [
    resourceModule({ definition: memberBalances }),
    resourceModule({ definition: quotaPlans, actions: { setPrices, removePrices } }),
    resourceModule({ definition: quotaPrices, hooks: quotaPriceHooks }),
    resourceModule({
      definition: quotaRuns,
      hooks: quotaRunHooks,
      actions: { undo: undoRun, retry: retryIn('quotaRuns', 'quotaRuns') },
      readBeside: runByCategory,
    }),
    resourceModule({
      definition: unsettledPayments,
      hooks: chargeHooks,
      actions: { cancel: cancelCharge, exempt: exemptCharge, restore: restoreCharge, releaseCredit },
      computed: { usesCredit: usesCreditColumn, noticeWaits: noticeWaitsColumn },
    }),
    resourceModule({
      definition: payments,
      hooks: paymentHooks,
      actions: { cancel: cancelPayment, sendReceipt },
      computed: { items: itemsColumn, afterCashSheet: afterCashSheetColumn },
    }),
    resourceModule({ definition: chargesByMember }),
    resourceModule({ definition: paymentItems }),
    resourceModule({
      definition: cashSheets,
      hooks: cashSheetHooks,
      actions: { reopen: reopenCashSheet },
    }),
    resourceModule({ definition: creditUses }),
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
  ],
}

/** Fields of a membership on which the strip of its years depends. */
function changesStrip({ values }: WriteContext): boolean {
  return ['categoryId', 'admissionDate', 'exemptUntil'].some((name) => name in values)
}

async function refreshMember(
  { db, today, changes }: Pick<WriteContext, 'db' | 'today' | 'changes'>,
  id: string,
): Promise<void> {
  changes.push(...(await refreshMembers(db, today, [id])))
}
