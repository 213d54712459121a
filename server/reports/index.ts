import type { Area } from '../rest/modules.ts'
import { incomeWarningsRoute } from './income-warnings.ts'
import { modelo25Route, reportRoutes } from './routes.ts'
import { yearAnswerRoutes } from './year-answers.ts'

/** Area of the reports: what the direction shows to the assembly and to the conselho fiscal. */
export const reportsArea: Area = {
  resources: [],
  routes(app, engine) {
    yearAnswerRoutes(app, engine)
    reportRoutes(app, engine)
    modelo25Route(app, engine)
    incomeWarningsRoute(app, engine)
  },
}
