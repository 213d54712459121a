import { dataBreaches } from '@agremia/resources/definitions/data-breaches.ts'
import { erasures } from '@agremia/resources/definitions/erasures.ts'
import { dataPackages, dataRequests } from '@agremia/resources/definitions/data-requests.ts'
import { encryptStored } from '../encrypt-stored.ts'
import { processingActivities } from '@agremia/resources/definitions/processing-activities.ts'
import { processors } from '@agremia/resources/definitions/processors.ts'
import type { Area } from '../rest/modules.ts'
import { retryIn } from '../rest/background-work.ts'
import { resourceModule } from '../rest/modules.ts'
import { fillActivities } from './activities.ts'
import { breachHooks, notifyBreach } from './breaches.ts'
import { dueRoutes, erasureTask } from './due.ts'
import { deletePackages, linkToPackage, makePackage, packageHooks } from './package.ts'
import { processorHooks } from './processors.ts'
import { registerDocumentRoutes } from './register-documents.ts'
import { answerRequest, extendRequest, requestHooks } from './requests.ts'
import { deleteFiscalIdentities } from './fiscal-identity.ts'
import { deleteDue } from './retention.ts'
import { anonymisationRoutes } from './routes.ts'

export { insertActivities } from './activities.ts'
export { anonymise } from './anonymise.ts'
export { protect, unprotect } from './protect.ts'
export { restrict, unrestrict } from './restrict.ts'
export { anonymiseSampleMember, insertSamplePrivacy } from './sample-privacy.ts'

/** What the RGPD asks for: erasure, retention, requests of people, registers. */
export const privacyArea: Area = {
  resources: [
    resourceModule({
      definition: dataRequests,
      hooks: requestHooks,
      actions: { answer: answerRequest, extend: extendRequest },
    }),
    resourceModule({
      definition: dataPackages,
      hooks: packageHooks,
      actions: { retry: retryIn('dataPackages', 'dataPackages'), link: linkToPackage },
    }),
    resourceModule({ definition: erasures }),
    resourceModule({ definition: processingActivities }),
    resourceModule({ definition: processors, hooks: processorHooks }),
    resourceModule({ definition: dataBreaches, hooks: breachHooks, actions: { notify: notifyBreach } }),
  ],
  work: (world) => [
    world.jobs.work('dataPackages', (job) => makePackage(world, job)),
    world.jobs.work('encryption', ({ signal }) => encryptStored(world.database, signal)),
  ],
  routes(app, world) {
    anonymisationRoutes(app, world)
    dueRoutes(app, world)
    registerDocumentRoutes(app, world)
  },
  bulkTasks: { erasure: erasureTask },
  async daily(db, today, settings, world) {
    await deleteFiscalIdentities(db, today)
    await deletePackages(db, today)
    const added = await fillActivities(db, {
      terminology: await world.organisation.terminology(),
      orgType: settings.orgType,
    })
    return [...added, ...(await deleteDue(db, today, settings))]
  },
}
