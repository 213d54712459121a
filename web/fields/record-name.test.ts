import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { expect, it } from 'vitest'
import { recordName } from './record-name.ts'

const fields: FieldMap = {
  year: { name: 'year', label: 'Ano', group: '', validation: [], type: 'int32', inputType: 'number' },
}
const record = { _id: 'r1', _created_at: '2026-11-24T10:00:00Z', year: 2027 }

it('a numeric title is the name', () => {
  expect(recordName({ title: 'year' }, fields, record)).toBe('2027')
})

it('nameTemplate distinguishes records with equal titles', () => {
  const nameTemplate = '{year}, pedida a {created_at}'
  expect(recordName({ title: 'year', nameTemplate }, fields, record)).toBe('2027, pedida a 24/11/2026 10:00')
})
