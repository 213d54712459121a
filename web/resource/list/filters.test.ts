import { describe, expect, it } from 'vitest'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { filterText, presenceChoices, withLimit, withPreset } from './filters.ts'

describe('the text of a filter', () => {
  it('names up to two values and counts the others', () => {
    const nameOf = (value: string) => ({ a: 'Ativo', b: 'Isento', c: 'Suspenso' })[value]
    expect(filterText(state, { stateId: ['a', 'b'] }, { nameOf })).toBe('Ativo, Isento')
    expect(filterText(state, { stateId: ['a', 'b', 'c'] }, { nameOf })).toBe('Ativo, Isento +1')
    expect(filterText(state, { stateId: ['a', 'b', 'c'] }, { nameOf, allNames: true })).toBe(
      'Ativo, Isento, Suspenso',
    )
  })

  it('has options in lower case, except abbreviations; names of records are unchanged', () => {
    const options = [
      { value: 'email', label: 'Email' },
      { value: 'sms', label: 'SMS' },
    ]
    const channel: FieldDescriptor = { ...state, name: 'channel', inputType: 'select', options }
    expect(filterText(channel, { channel: ['email', 'sms'] })).toBe('email, SMS')
    expect(filterText(state, { stateId: ['a'] }, { nameOf: () => 'Ativo' })).toBe('Ativo')
  })

  it('is the label of a preset, with its values in any order', () => {
    const presets = [{ label: 'ativos', values: ['a', 'b'] }]
    expect(filterText(state, { stateId: ['b', 'a'] }, { presets })).toBe('ativos')
  })

  it.each([
    [{ day_from: ['2020-01-01'] }, 'desde 01/01/2020'],
    [{ day_to: ['2020-01-01'] }, 'até 01/01/2020'],
    [{ day_from: ['2020-01-01'], day_to: ['2020-12-30'] }, 'de 01/01/2020 a 30/12/2020'],
    [{ day_from: ['2020-01-01'], day_to: ['2020-12-31'] }, '2020'],
    [{ day_from: ['2019-01-01'], day_to: ['2020-12-31'] }, 'de 01/01/2019 a 31/12/2020'],
  ])('describes a range', (filters, text) => expect(filterText(day, filters)).toBe(text))

  it('formats amounts, booleans and empty values', () => {
    expect(filterText(debt, { debt_from: ['24.5'] })).toBe('desde 24,50\u00A0€')
    expect(filterText(vote, { vote: ['true'] })).toBe('sim')
    expect(filterText(state, { stateId: ['null'] })).toBe('em branco')
  })

  it('is the label of a range preset, which replaces other limits', () => {
    const owing = { label: 'Com dívida', values: [], range: { from: '0.01' } }
    const filters = withPreset(debt, { debt_to: ['5'], stateId: ['a'] }, owing)
    expect(filters).toEqual({ debt_from: ['0.01'], stateId: ['a'] })
    expect(filterText(debt, filters, { presets: [owing] })).toBe('Com dívida')
    expect(filterText(debt, { ...filters, debt_to: ['5'] }, { presets: [owing] })).not.toBe('Com dívida')
  })

  it('describes presence, which replaces limits', () => {
    const [none, some] = presenceChoices(day).map(({ value }) => ({ label: '', values: [value] }))
    const without = withPreset(day, { day_from: ['2020-01-01'] }, none!)
    expect(without).toEqual({ day: ['null'] })
    expect(filterText(day, without)).toBe('em branco')
    expect(filterText(day, withPreset(day, without, some!))).toBe('preenchido')
    for (const never of [{ validation: ['required'] }, { assigned: true }])
      expect(presenceChoices({ ...day, ...never })).toEqual([])
  })

  it('lists single values of range fields, as an address may contain', () => {
    const presets = [{ label: 'este ano', values: [], range: { from: '2022', to: '2022' } }]
    expect(filterText(year, { year: ['2022'] }, { presets })).toBe('2022')
    expect(filterText(year, { year: ['2021', '2022'] })).toBe('2021, 2022')
    expect(filterText(year, { year: ['null'] })).toBe('em branco')
    expect(filterText(year, { year: ['2022'], year_from: ['2020'] })).toBe('2022 e desde 2020')
    expect(filterText(debt, { debt: ['24.5'] })).toBe('24,50\u00A0€')
    expect(filterText(state, { stateId_from: ['a'] })).toBeDefined()
  })

  it('limits and presets replace single values', () => {
    const filters = { year: ['2022'], stateId: ['a'] }
    expect(withLimit(year, filters, 'from', '2020')).toEqual({ year_from: ['2020'], stateId: ['a'] })
    expect(withPreset(year, filters, { label: '', values: [], range: { to: '2020' } })).toEqual({
      year_to: ['2020'],
      stateId: ['a'],
    })
  })

  it('is undefined without a filter', () => expect(filterText(day, { other: ['1'] })).toBeUndefined())
})

const shared = { validation: [], label: '', group: '' }
const state: FieldDescriptor = { ...shared, name: 'stateId', type: 'reference', inputType: 'reference' }
const day: FieldDescriptor = { ...shared, name: 'day', type: 'date', inputType: 'date' }
const debt: FieldDescriptor = { ...shared, name: 'debt', type: 'float32', inputType: 'money' }
const year: FieldDescriptor = { ...shared, name: 'year', type: 'int32', inputType: 'number' }
const vote: FieldDescriptor = { ...shared, name: 'vote', type: 'boolean', inputType: 'checkbox' }
