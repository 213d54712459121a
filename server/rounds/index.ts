import { collectors } from '@agremia/resources/definitions/collectors.ts'
import { rounds, roundVisits } from '@agremia/resources/definitions/rounds.ts'
import { retryIn } from '../rest/background-work.ts'
import type { Area } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { payCommission, undoCommission } from './commission.ts'
import { roundRoutes } from './routes.ts'
import { cancelRound, refreshRound, roundHooks } from './rounds.ts'
import { registerPayments, settleRound } from './settle.ts'
import { chargesColumn, markVisit, owedColumn, visitHooks } from './visits.ts'

export { insertSampleRounds } from './sample-rounds.ts'

/** Area of collectors: their rounds, visits, settlements and commissions. */
export const roundsArea: Area = {
  routes: roundRoutes,
  work: (world) => [world.jobs.work('rounds', (job) => registerPayments(world, job))],
  resources: [
    resourceModule({ definition: collectors }),
    resourceModule({
      definition: rounds,
      hooks: roundHooks,
      actions: {
        refresh: refreshRound,
        settle: settleRound,
        payCommission,
        undoCommission,
        cancel: cancelRound,
        retry: retryIn('rounds', 'rounds'),
      },
    }),
    resourceModule({
      definition: roundVisits,
      hooks: visitHooks,
      actions: { mark: markVisit },
      computed: { charges: chargesColumn, owed: owedColumn },
    }),
  ],
}
