import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { expect, it } from 'vitest'
import { valuesOfDocument } from './document-values.ts'

const invoice = {
  _id: 'd1',
  direction: 'received',
  type: 'invoice',
  description: 'Água da sede',
  totalAmount: 50,
  paidAmount: 20,
} as ResourceRecord<'treasuryDocs'>

it('a document proposes its transaction, of what is still open', () => {
  expect(valuesOfDocument(invoice)).toMatchObject({
    kind: 'expense',
    amount: 30,
    description: 'Água da sede',
    documentIds: ['d1'],
  })
  expect(valuesOfDocument({ ...invoice, direction: 'issued' }).kind).toBe('income')
  expect(valuesOfDocument({ ...invoice, paidAmount: 50 }).amount).toBeUndefined()
})

it('the credit note of a supplier brings money, and one that was issued gives it back', () => {
  const note = { ...invoice, type: 'creditNote' } as const
  expect(valuesOfDocument(note).kind).toBe('income')
  expect(valuesOfDocument({ ...note, direction: 'issued' }).kind).toBe('expense')
})
