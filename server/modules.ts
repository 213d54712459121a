import { applicationsArea } from './applications/index.ts'
import { authArea } from './auth/index.ts'
import { bulkActionsArea } from './bulk-actions/index.ts'
import { cardsArea } from './cards/index.ts'
import { developersArea } from './developers/index.ts'
import { duesArea } from './dues/index.ts'
import { membersArea } from './members/index.ts'
import { messagesArea } from './messages/index.ts'
import { peopleArea } from './people/index.ts'
import { photosArea } from './photos/index.ts'
import type { Area } from './rest/modules.ts'
import type { ComputedColumn } from './rest/plan.ts'
import { reportingArea } from './reporting/index.ts'
import { settingsArea } from './settings/index.ts'
import { setupArea } from './setup/index.ts'
import { todayArea } from './today/index.ts'
import { usersArea } from './users/index.ts'

/** All areas, in the order of route registration. */
export function listAreas(given: { photoUrl: ComputedColumn; documentUrl: ComputedColumn }): Area[] {
  return [
    setupArea,
    authArea,
    settingsArea,
    usersArea,
    developersArea,
    peopleArea(given.photoUrl),
    membersArea(given.documentUrl),
    duesArea,
    cardsArea,
    messagesArea,
    applicationsArea(given.photoUrl),
    bulkActionsArea,
    photosArea,
    todayArea,
    reportingArea,
  ]
}
