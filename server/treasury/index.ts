import { costCenterBudgets, costCenters } from '@agremia/resources/definitions/cost-centers.ts'
import { donationsInKind } from '@agremia/resources/definitions/donations-in-kind.ts'
import { externalEntities } from '@agremia/resources/definitions/external-entities.ts'
import { fixedAssets } from '@agremia/resources/definitions/fixed-assets.ts'
import { transactionCategories } from '@agremia/resources/definitions/transaction-categories.ts'
import { transactions, transactionSplits } from '@agremia/resources/definitions/transactions.ts'
import { treasuryAccounts } from '@agremia/resources/definitions/treasury-accounts.ts'
import { treasuryDocs } from '@agremia/resources/definitions/treasury-docs.ts'
import { sql } from '../database/sql.ts'
import type { Area, DeletedRow } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { requireOpen } from '../settings/index.ts'
import {
  accountHooks,
  balanceColumn,
  budgetHooks,
  categoryHooks,
  costCenterHooks,
  yearTextColumn,
} from './accounts.ts'
import { cashDifferenceRoutes } from './cash-differences.ts'
import { closingRoutes } from './closing.ts'
import { assetHooks } from './assets.ts'
import { cancelDonation, donationHooks, donationRoutes } from './donations-in-kind.ts'
import { cancelDocument, documentHooks, hasTransactionColumn, transactionsColumn } from './documents.ts'
import { deleteOldDownloads, downloadRoutes } from './download.ts'
import { ledgerExportRoutes } from './ledger-export.ts'
import { overviewRoutes } from './overview.ts'
import { receivePdfDocuments } from './pdf-documents.ts'
import {
  isOfPayment,
  postEarlierPayments,
  postPayment,
  postRefund,
  postReturn,
  reversePosting,
} from './posting.ts'
import { reconcile, unreconcile } from './reconcile.ts'
import { setupRoutes } from './setup.ts'
import { insertCategories } from './seeds.ts'
import {
  accountBalanceColumn,
  cancelTransaction,
  hasCostCenterColumn,
  hasDocumentColumn,
  splitsColumn,
  transactionHooks,
} from './transactions.ts'
import { yearRoutes } from './years.ts'

export { nextNumber } from './counters.ts'
export { leftToPay, leftToPayOn } from './documents.ts'
export { suitingFirst } from './posting.ts'
export { insertSampleFiles } from './sample-documents.ts'
export { insertSampleTreasury } from './sample-treasury.ts'

/** The days, or years, of deleted rows that closed accounts keep as they were. */
function daysOf(rows: readonly DeletedRow[]): (string | number)[] {
  const days = rows.map(({ table, row }) => {
    if (table === 'treasury_accounts') return row['opening_date']
    if (table === 'fixed_assets') return row['recorded_on'] ?? row['acquired_on']
    return table === 'cost_center_budgets' ? row['year'] : undefined
  })
  return days.filter((day) => typeof day === 'string' || typeof day === 'number')
}

/** Area of accounts, transactions, cost centres, entities and documents of the treasury. */
export const treasuryArea: Area = {
  prepare: insertCategories,
  async routes(app, world) {
    overviewRoutes(app, world)
    yearRoutes(app, world)
    closingRoutes(app, world)
    cashDifferenceRoutes(app, world)
    ledgerExportRoutes(app, world)
    setupRoutes(app, world)
    downloadRoutes(app, world)
    donationRoutes(app, world)
    await app.register((scope) => receivePdfDocuments(scope, world))
  },
  async onRestored({ db, rows }) {
    for (const day of daysOf(rows)) await requireOpen(db, day)
  },
  work: (world) => [world.jobs.work('treasuryPosting', (job) => postEarlierPayments(world, job))],
  async daily(db, _today, _settings, world) {
    await deleteOldDownloads(db)
    // Payments that were registered while the first account was created, or that an account receives since it changed.
    await world.jobs.add(db, 'treasuryPosting', [{ data: {} }])
    return []
  },
  on: {
    paymentRegistered: postPayment,
    paymentCancelled: (event) =>
      reversePosting(event, {
        which: sql`t.payment_id = ${event.paymentId}::uuid AND ${isOfPayment}`,
        day: event.date,
        reason: event.reason,
      }),
    paymentReturned: (event) => postReturn(event, event.returnId),
    paymentReturnUndone: ({ returnId, ...event }) =>
      reversePosting(event, { ...event, which: sql`t.return_id = ${returnId}::uuid` }),
    creditRefunded: (event) => postRefund(event, event.refundId),
    creditRefundCancelled: ({ refundId, ...event }) =>
      reversePosting(event, { ...event, which: sql`t.refund_id = ${refundId}::uuid` }),
  },
  resources: [
    resourceModule({
      definition: treasuryAccounts,
      hooks: accountHooks,
      computed: { balance: balanceColumn },
    }),
    resourceModule({ definition: transactionCategories, hooks: categoryHooks }),
    resourceModule({ definition: costCenters, hooks: costCenterHooks }),
    resourceModule({
      definition: costCenterBudgets,
      hooks: budgetHooks,
      computed: { yearText: yearTextColumn },
    }),
    resourceModule({ definition: externalEntities }),
    resourceModule({ definition: fixedAssets, hooks: assetHooks }),
    resourceModule({
      definition: donationsInKind,
      hooks: donationHooks,
      actions: { cancel: cancelDonation },
    }),
    resourceModule({
      definition: transactions,
      hooks: transactionHooks,
      actions: { cancel: cancelTransaction, reconcile, unreconcile },
      computed: {
        splits: splitsColumn,
        accountBalance: accountBalanceColumn,
        hasDocument: hasDocumentColumn,
        hasCostCenter: hasCostCenterColumn,
      },
    }),
    resourceModule({ definition: transactionSplits }),
    resourceModule({
      definition: treasuryDocs,
      hooks: documentHooks,
      actions: { cancel: cancelDocument },
      computed: { transactions: transactionsColumn, hasTransaction: hasTransactionColumn },
    }),
  ],
}
