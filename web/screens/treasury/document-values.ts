import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import type { Values } from '../../fields/index.ts'

/** What a document says of the transaction that pays it. */
export function valuesOfDocument(document: ResourceRecord<'treasuryDocs'>): Values {
  const open = toCents(document.totalAmount) - toCents(document.paidAmount)
  // A credit note gives the money back.
  const isPaidToUs = (document.direction === 'issued') !== (document.type === 'creditNote')
  return {
    kind: isPaidToUs ? 'income' : 'expense',
    description: document.description,
    documentIds: [document._id],
    ...(open > 0 && { amount: toEuros(open) }),
    externalEntityId: document.externalEntityId,
    externalEntityLabel: document.externalEntityLabel,
    memberId: document.memberId,
    memberLabel: document.memberLabel,
    categoryId: document.categoryId,
    categoryLabel: document.categoryLabel,
    costCenterId: document.costCenterId,
    costCenterLabel: document.costCenterLabel,
  }
}
