import type { ImportKind } from '@agremia/resources/definitions/imports.ts'
import { chargesKind } from './charges.ts'
import { externalEntitiesKind } from './external-entities.ts'
import type { KindOfImport } from './kind.ts'
import { mandatesKind } from './mandates.ts'
import { membersKind } from './members.ts'
import { paymentsKind } from './payments.ts'
import { photosKind } from './photos.ts'
import { transactionsKind } from './transactions.ts'
import { isNameIn } from '@agremia/resources/names.ts'

/** How the rows of each kind of import become records. */
export const kindsOfImport: Readonly<Record<ImportKind, KindOfImport>> = {
  members: membersKind,
  externalEntities: externalEntitiesKind,
  unsettledPayments: chargesKind,
  payments: paymentsKind,
  mandates: mandatesKind,
  transactions: transactionsKind,
  photos: photosKind,
}

/** The kind of a name from outside; undefined when there is none. */
export function findKind(name: string): KindOfImport | undefined {
  return isNameIn(kindsOfImport, name) ? kindsOfImport[name] : undefined
}
