import { describe, expect, it } from 'vitest'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { changedFields } from './changes.ts'
import { beginForm, formReducer, shownErrors, type FormEvent } from './form-state.ts'
import { conflictOf, rebased, resolved, usualChoices } from './conflict.ts'

const base = {
  _version: 3,
  name: 'Ana',
  city: 'Porto',
  mobile: null,
  categoryId: 'a',
  categoryLabel: 'Efetivo',
  tags: [],
}

describe('counting changes', () => {
  it('names the fields that differ', () => {
    expect(changedFields(base, { ...base, name: 'Ana Sá', city: 'Braga' }, fields)).toEqual(['name', 'city'])
  })

  it('takes nothing, empty text and empty lists for the same', () => {
    expect(changedFields(base, { ...base, mobile: '', tags: undefined }, fields)).toEqual([])
  })

  it('compares lists by what they hold', () => {
    expect(changedFields({ tags: ['x'] }, { tags: ['x'] }, fields)).toEqual([])
    expect(changedFields({ tags: ['x'] }, { tags: ['x', 'y'] }, fields)).toEqual(['tags'])
  })

  it('counts neither read-only fields nor what travels beside a field', () => {
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

  it('names what the other person changed', () =>
    expect(conflict.fields).toEqual(['name', 'mobile', 'categoryId']))

  it('keeps what I wrote and takes what I did not touch, until somebody chooses', () => {
    expect(usualChoices(conflict)).toEqual({ name: 'mine', mobile: 'theirs', categoryId: 'theirs' })
  })

  it('is saved over the new version, field by field as chosen', () => {
    expect(resolved(conflict, { name: 'mine', mobile: 'theirs', categoryId: 'mine' }, fields)).toMatchObject({
      _version: 4,
      name: 'Ana Sá',
      city: 'Braga',
      mobile: '+351912345678',
      categoryId: 'a',
      categoryLabel: 'Efetivo',
    })
    expect(resolved(conflict, { name: 'theirs' }, fields)).toMatchObject({ name: 'Ana Maria', city: 'Braga' })
  })

  it('is none when both wrote the same', () => {
    expect(conflictOf(base, mine, { ...base, _version: 4, name: 'Ana Sá' }, fields).fields).toEqual([])
  })
})

describe('news of a record being edited', () => {
  const mine = { ...base, name: 'Ana Sá' }

  it('come in under the changes when they touch other fields', () => {
    expect(rebased(base, mine, { ...base, _version: 4, city: 'Braga' }, fields)).toMatchObject({
      _version: 4,
      name: 'Ana Sá',
      city: 'Braga',
    })
  })

  it('wait for the saving when they touch the same field', () => {
    expect(rebased(base, mine, { ...base, _version: 4, name: 'Ana Maria' }, fields)).toBeUndefined()
  })
})

describe('what is wrong', () => {
  const errors = { email: ['Campo obrigatório.'], city: ['…'] }

  function changedAfter(touched: string[]) {
    const events: FormEvent[] = [
      { type: 'judged', findings: { errors, warnings: {} } },
      ...touched.map((field): FormEvent => ({ type: 'left', field })),
      { type: 'changed', values: { email: 'ana@exemplo.pt' } },
    ]
    return events.reduce(formReducer, beginForm(base)).errors
  }

  it('with a value is not said of the next one, before anybody read it', () => {
    expect(changedAfter([])).toEqual({ city: ['…'] })
  })

  it('is said of a NIF as soon as its nine digits are there, and not before', () => {
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

  it('stays in sight until it is judged anew', () => {
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
