import { memberApplicationStates } from '@agremia/resources/definitions/application-states.ts'
import {
  memberApplicationTextVersions,
  memberApplicationTexts,
} from '@agremia/resources/definitions/application-texts.ts'
import {
  memberApplicationConsents,
  memberApplications,
} from '@agremia/resources/definitions/member-applications.ts'
import type { Area } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { accept } from './accept.ts'
import {
  markDuplicate,
  refuse,
  reopen,
  requestInformation,
  submit,
  takeForReview,
  withdraw,
} from './decide.ts'
import { applicationRoutes } from './routes.ts'
import { applicationHooks } from './save.ts'
import { seedApplicationLists } from './seeds.ts'
import { textHooks } from './texts.ts'
import { maintainApplications } from './upkeep.ts'
import { sendVerification } from './verification.ts'

export { embedOrigins } from './form.ts'

/** Applications of visitors to become members: the form, the confirmation of the email, and the review. */
export function applicationsArea(photoUrl: ComputedColumn): Area {
  return {
    prepare: seedApplicationLists,
    daily: maintainApplications,
    routes: applicationRoutes,
    resources: [
      resourceModule({
        definition: memberApplications,
        hooks: applicationHooks,
        computed: { photoUrl },
        actions: {
          submit,
          takeForReview,
          requestInformation,
          refuse,
          withdraw,
          markDuplicate,
          reopen,
          sendVerification,
          accept,
        },
      }),
      resourceModule({ definition: memberApplicationConsents }),
      resourceModule({ definition: memberApplicationStates }),
      resourceModule({ definition: memberApplicationTexts, hooks: textHooks }),
      resourceModule({ definition: memberApplicationTextVersions }),
    ],
  }
}
