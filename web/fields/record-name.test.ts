import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { expect, it } from 'vitest'
import { recordName, recordNames } from './record-name.ts'

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

it('the names of several records have the time only where two are of one day', () => {
  const nameTemplate = '{year}, de {created_at}'
  const records = ['2026-11-24T10:00:00Z', '2026-11-24T11:30:00Z', '2026-11-25T10:00:00Z'].map((at) => ({
    ...record,
    _created_at: at,
  }))
  expect(recordNames({ title: 'year', nameTemplate }, fields, records)).toEqual([
    '2027, de 24/11/2026 10:00',
    '2027, de 24/11/2026 11:30',
    '2027, de 25/11/2026',
  ])
})
