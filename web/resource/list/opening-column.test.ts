import { expect, it } from 'vitest'
import { openingColumn } from './opening-column.ts'

it('the title opens a record, and the first column where the title is not shown', () => {
  const shown = [{ id: 'recipientName' }, { id: 'subject' }]
  expect(openingColumn('subject', shown)).toBe('subject')
  expect(openingColumn('name', shown)).toBe('recipientName')
  expect(openingColumn('name', [])).toBe('name')
})
