import { expect, it } from 'vitest'
import { openingColumn } from './list-columns.ts'

it('the title column opens the record, or the first column when the title is not shown', () => {
  const shown = [{ id: 'recipientName' }, { id: 'subject' }]
  expect(openingColumn('subject', shown)).toBe('subject')
  expect(openingColumn('name', shown)).toBe('recipientName')
  expect(openingColumn('name', [])).toBe('name')
})
