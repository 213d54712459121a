import { describe, expect, it } from 'vitest'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { fittingColumns, isDigits, listColumns, openingColumn, type ShownColumn } from './list-columns.ts'
import type { InputType } from '@agremia/resources/field-types.ts'

it('the title column opens the record, or the first column when the title is not shown', () => {
  const shown = [{ id: 'recipientName' }, { id: 'subject' }]
  expect(openingColumn('subject', shown)).toBe('subject')
  expect(openingColumn('name', shown)).toBe('recipientName')
  expect(openingColumn('name', [])).toBe('name')
})

it('digits are tabular in numbers and dates, not in words', () => {
  const isTabular = (inputType: InputType, align: 'start' | 'end' = 'start') =>
    isDigits({ field: { inputType } as FieldDescriptor, align })
  expect([isTabular('money', 'end'), isTabular('date'), isTabular('nif')]).toEqual([true, true, true])
  expect([isTabular('text'), isTabular('select')]).toEqual([false, false])
  expect(isDigits({ field: undefined, align: 'start' })).toBe(false)
})

describe('columns that fit into a table', () => {
  const column = (id: string, width: number, more: Partial<ShownColumn> = {}): ShownColumn => ({
    id,
    label: id,
    cardLabel: undefined,
    field: undefined,
    Cell: undefined,
    reads: [],
    width,
    preferredWidth: undefined,
    align: 'start',
    isFixed: false,
    listed: true,
    isDrawn: true,
    stays: false,
    sortable: false,
    isSized: false,
    ...more,
  })
  const columns = [
    column('name', 12),
    column('city', 8),
    column('debt', 6, { stays: true }),
    column('phone', 7),
    column('since', 4),
  ]
  const list = { withSelection: false, title: 'name', sort: 'name', kept: [] }
  const fitting = (room: number | undefined, more: Partial<typeof list> | { kept: string[] } = {}) =>
    fittingColumns(columns, { ...list, room, ...more }).map(({ id }) => id)

  it('all are shown where they fit, and while the width is not known', () => {
    expect(fitting(37)).toEqual(['name', 'city', 'debt', 'phone', 'since'])
    expect(fitting(undefined)).toHaveLength(5)
  })

  it('the last ones give way first, as few as needed', () => {
    expect(fitting(36)).toEqual(['name', 'city', 'debt', 'phone'])
    expect(fitting(37, { withSelection: true })).toEqual(['name', 'city', 'debt', 'phone'])
    expect(fitting(30)).toEqual(['name', 'city', 'debt'])
    expect(fitting(20)).toEqual(['name', 'debt'])
  })

  it('the title, the sorted one, those that stay, and those that the person chose or sized do not', () => {
    expect(fitting(5)).toEqual(['name', 'debt'])
    expect(fitting(5, { title: 'memberId' })).toEqual(['name', 'debt'])
    expect(fitting(30, { sort: '-since' })).toEqual(['name', 'city', 'debt', 'since'])
    expect(fitting(30, { kept: ['since'] })).toEqual(['name', 'city', 'debt', 'since'])
    const sized = columns.map((one) => (one.id === 'since' ? { ...one, isSized: true } : one))
    expect(fittingColumns(sized, { ...list, room: 30 }).map(({ id }) => id)).toContain('since')
  })

  it('names, amounts and states stay by themselves', () => {
    const fields = {
      memberId: field({ name: 'memberId', inputType: 'reference', reference: 'members' }),
      amount: field({ name: 'amount', inputType: 'money' }),
      state: field({ name: 'state', inputType: 'select', badge: true }),
      notes: field({ name: 'notes' }),
    }
    const staying = listColumns(fields, () => undefined, [{ name: 'notes' }]).filter(({ stays }) => stays)
    expect(staying.map(({ id }) => id)).toEqual(['memberId', 'amount', 'state'])
    const [marked] = listColumns(fields, () => undefined, [{ name: 'notes', stays: true }])
    expect(marked?.stays).toBe(true)
  })
})

function field(more: Partial<FieldDescriptor> & { name: string }): FieldDescriptor {
  return { type: 'string', validation: [], label: more.name, group: '', inputType: 'text', ...more }
}
