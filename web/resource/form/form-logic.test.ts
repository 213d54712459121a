import { describe, expect, it } from 'vitest'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { changedFields, conflictOf, defaultChoices, merge, rebase } from './changes.ts'
import { beginForm, formReducer, shownErrors, type FormEvent } from './form-state.ts'

const base = {
  _version: 3,
  name: 'Ana',
  city: 'Porto',
  mobile: null,
  categoryId: 'a',
  categoryLabel: 'Efetivo',
  tags: [],
}

describe('changedFields', () => {
  it('returns the fields that differ', () => {
    expect(changedFields(base, { ...base, name: 'Ana Sá', city: 'Braga' }, fields)).toEqual(['name', 'city'])
  })

  it('treats undefined, null, empty text and empty lists as equal', () => {
    expect(changedFields(base, { ...base, mobile: '', tags: undefined }, fields)).toEqual([])
  })

  it('compares lists by value', () => {
    expect(changedFields({ tags: ['x'] }, { tags: ['x'] }, fields)).toEqual([])
    expect(changedFields({ tags: ['x'] }, { tags: ['x', 'y'] }, fields)).toEqual(['tags'])
  })

  it('ignores read-only fields and companions', () => {
    expect(changedFields(base, { ...base, state: 'x', categoryLabel: 'Outra' }, fields)).toEqual([])
  })
})

describe('a conflict', () => {
  const mine = { ...base, name: 'Ana Sá', city: 'Braga' }
  const theirs = {
    ...base,
    _version: 4,
    name: 'Ana Maria',
    mobile: '+351912345678',
    categoryId: 'b',
    categoryLabel: 'Sénior',
  }
  const conflict = conflictOf(base, mine, theirs, fields)

  it('lists what the other person changed', () =>
    expect(conflict.fields).toEqual(['name', 'mobile', 'categoryId']))

  it('defaults to my value where I changed the field, otherwise theirs', () => {
    expect(defaultChoices(conflict)).toEqual({ name: 'mine', mobile: 'theirs', categoryId: 'theirs' })
  })

  it('merges the chosen fields over the newer version', () => {
    expect(merge(conflict, { name: 'mine', mobile: 'theirs', categoryId: 'mine' }, fields)).toMatchObject({
      _version: 4,
      name: 'Ana Sá',
      city: 'Braga',
      mobile: '+351912345678',
      categoryId: 'a',
      categoryLabel: 'Efetivo',
    })
    expect(merge(conflict, { name: 'theirs' }, fields)).toMatchObject({ name: 'Ana Maria', city: 'Braga' })
  })

  it('is empty when both made the same change', () => {
    expect(conflictOf(base, mine, { ...base, _version: 4, name: 'Ana Sá' }, fields).fields).toEqual([])
  })
})

describe('a newer version during editing', () => {
  const mine = { ...base, name: 'Ana Sá' }

  it('is merged when it changes other fields', () => {
    expect(rebase(base, mine, { ...base, _version: 4, city: 'Braga' }, fields)).toMatchObject({
      _version: 4,
      name: 'Ana Sá',
      city: 'Braga',
    })
  })

  it('is not merged when it changes the same field', () => {
    expect(rebase(base, mine, { ...base, _version: 4, name: 'Ana Maria' }, fields)).toBeUndefined()
  })

  it('of the same version, with a field that was hidden, is merged too', () => {
    const { city, ...hidden } = base
    const begun = formReducer(beginForm(hidden), { type: 'changed', values: { name: 'Ana Sá' } })
    const state = formReducer(begun, { type: 'refreshed', record: base, fields })
    expect(state.values).toMatchObject({ name: 'Ana Sá', city })
    expect(state.base).toBe(base)
  })
})

describe('an error', () => {
  const errors = { email: ['Campo obrigatório.'], city: ['…'] }

  function changedAfter(touched: string[]) {
    const events: FormEvent[] = [
      { type: 'judged', findings: { errors, warnings: {} } },
      ...touched.map((field): FormEvent => ({ type: 'left', field })),
      { type: 'changed', values: { email: 'ana@exemplo.pt' } },
    ]
    return events.reduce(formReducer, beginForm(base)).errors
  }

  it('disappears when its value changes before it was shown', () => {
    expect(changedAfter([])).toEqual({ city: ['…'] })
  })

  it('of a NIF is shown from the ninth digit on', () => {
    const nif: FieldMap = { nif: { ...field('nif'), inputType: 'nif', validation: ['nif'] } }
    const shownOf = (typed: string) =>
      shownErrors(
        formReducer(beginForm({ nif: typed }), {
          type: 'judged',
          findings: { errors: { nif: ['Errado.'], city: ['…'] }, warnings: {} },
        }),
        nif,
      )
    expect(shownOf('12345678')).toEqual({})
    expect(shownOf('123456780')).toEqual({ nif: 'Errado.' })
    expect(shownOf('PT 123 456 780')).toEqual({ nif: 'Errado.' })
  })

  it('that is shown stays until the next validation', () => {
    expect(changedAfter(['email'])).toEqual(errors)
  })
})

const names = ['name', 'city', 'mobile', 'categoryId', 'tags'] as const
const fields: FieldMap = {
  ...Object.fromEntries(names.map((name) => [name, field(name)])),
  state: { ...field('state'), readOnly: true },
}

function field(name: string): FieldDescriptor {
  return { name, type: 'string', validation: [], label: name, group: '', inputType: 'text' }
}
