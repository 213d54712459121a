import { keptReports } from '@agremia/resources/definitions/kept-reports.ts'
import { reportNotes } from '@agremia/resources/definitions/report-notes.ts'
import type { Area } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { incomeWarningsRoute } from './income-warnings.ts'
import { keptReportHooks, keptReportRoutes } from './kept-reports.ts'
import { noteHooks } from './report-texts.ts'
import { modelo25Route, reportRoutes } from './routes.ts'
import { yearAnswerRoutes } from './year-answers.ts'

export { incomeWarningShape, readIncomeWarnings } from './income-warnings.ts'
export { insertSampleReports } from './sample-reports.ts'

/** Area of the reports: what the direction shows to the assembly and to the conselho fiscal. */
export const reportsArea: Area = {
  resources: [
    resourceModule({ definition: keptReports, hooks: keptReportHooks }),
    resourceModule({ definition: reportNotes, hooks: noteHooks }),
  ],
  routes(app, world) {
    yearAnswerRoutes(app, world)
    reportRoutes(app, world)
    modelo25Route(app, world)
    incomeWarningsRoute(app, world)
    keptReportRoutes(app, world)
  },
}
