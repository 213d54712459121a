import { debitAnswers, debitBatches, debitCollections } from '@agremia/resources/definitions/debit-batches.ts'
import { mandates } from '@agremia/resources/definitions/mandates.ts'
import { sql } from '../database/sql.ts'
import '../payment-events.ts'
import { retryIn } from '../rest/background-work.ts'
import type { Area } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import {
  batchHooks,
  bookBatchNow,
  cancelBatch,
  chargesColumn,
  followPayment,
  makeFile,
  notifyDebtor,
  previewSend,
  sendBatch,
  undoSend,
} from './batches.ts'
import { bookBatch } from './book-batch.ts'
import { lastCollectedColumn } from './mandate-use.ts'
import { fillCountries, lapseMandates, mandateHooks } from './mandates.ts'
import { directDebitRoutes } from './routes.ts'

export { insertSampleDebits } from './sample-debits.ts'

/** Area of SEPA direct debit: authorisations, batches for the bank, and its answers. */
export const directDebitArea: Area = {
  routes: directDebitRoutes,
  work: (world) => [world.jobs.work('debitBatches', (job) => bookBatch(world, job))],
  prepare: fillCountries,
  daily: lapseMandates,
  on: {
    paymentReturned: ({ returnId, paymentId, ...context }) =>
      followPayment(
        context,
        paymentId,
        sql`state = 'returned', (reason, answered_on) = (SELECT r.reason, r.date FROM payment_returns r WHERE r.id = ${returnId})`,
      ),
    paymentReturnUndone: ({ paymentId, ...context }) =>
      followPayment(
        context,
        paymentId,
        sql`state = 'booked', reason = NULL, reason_code = NULL, answered_on = NULL`,
      ),
    paymentCancelled: ({ paymentId, ...context }) =>
      followPayment(context, paymentId, sql`state = 'cancelled'`),
  },
  resources: [
    resourceModule({
      definition: mandates,
      hooks: mandateHooks,
      computed: { lastCollectedOn: lastCollectedColumn },
    }),
    resourceModule({
      definition: debitBatches,
      hooks: batchHooks,
      previews: { send: previewSend },
      actions: {
        makeFile,
        send: sendBatch,
        undoSend,
        book: bookBatchNow,
        cancel: cancelBatch,
        retry: retryIn('debitBatches', 'debitBatches'),
      },
    }),
    resourceModule({
      definition: debitCollections,
      actions: { notify: notifyDebtor },
      computed: { charges: chargesColumn },
    }),
    resourceModule({ definition: debitAnswers, replaces: ['create'] }),
  ],
}
