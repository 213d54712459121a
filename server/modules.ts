import { applicationsArea } from './applications/index.ts'
import { authArea } from './auth/index.ts'
import { backupArea } from './backup/index.ts'
import { bankArea } from './bank/index.ts'
import { bulkActionsArea } from './bulk-actions/index.ts'
import { cardsArea } from './cards/index.ts'
import { developersArea } from './developers/index.ts'
import { directDebitArea } from './direct-debit/index.ts'
import { duesArea } from './dues/index.ts'
import { gatewaysArea } from './gateways/index.ts'
import { importsArea } from './imports/index.ts'
import { membersArea } from './members/index.ts'
import { mergesArea } from './merges/index.ts'
import { messagesArea } from './messages/index.ts'
import { peopleArea } from './people/index.ts'
import { photosArea } from './photos/index.ts'
import { privacyArea } from './privacy/index.ts'
import { recordFilesArea } from './record-files/index.ts'
import type { Area } from './rest/modules.ts'
import type { ComputedColumn } from './rest/plan.ts'
import { reportingArea } from './reporting/index.ts'
import { reportsArea } from './reports/index.ts'
import { roundsArea } from './rounds/index.ts'
import { settingsArea } from './settings/index.ts'
import { setupArea } from './setup/index.ts'
import { todayArea } from './today/index.ts'
import { treasuryArea } from './treasury/index.ts'
import { usersArea } from './users/index.ts'
import { webhooksArea } from './webhooks/index.ts'

/** All areas, in the order of route registration. */
export function listAreas(given: {
  photoUrl: ComputedColumn
  documentUrl: ComputedColumn
  fileUrl: ComputedColumn
}): Area[] {
  return [
    setupArea,
    authArea,
    settingsArea,
    usersArea,
    developersArea,
    webhooksArea,
    peopleArea(given.photoUrl),
    membersArea(given.documentUrl),
    gatewaysArea,
    duesArea,
    treasuryArea,
    bankArea,
    directDebitArea,
    roundsArea,
    cardsArea,
    messagesArea,
    applicationsArea(given.photoUrl),
    bulkActionsArea,
    importsArea,
    mergesArea,
    backupArea,
    photosArea,
    privacyArea,
    recordFilesArea(given.fileUrl),
    todayArea,
    reportsArea,
    reportingArea,
  ]
}
