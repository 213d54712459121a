import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { coerce, isEmpty, isId } from './coerce.ts'
import type { Field } from './fields.ts'
import * as fields from './fields.ts'

const label = 'Campo'
const today = '2026-03-07'
const read = (field: Field, input: unknown) => coerce(field, input, today)
const value = (field: Field, input: unknown) => {
  const coerced = read(field, input)
  assert.ok('value' in coerced, JSON.stringify(coerced))
  return coerced.value
}
const problem = (field: Field, input: unknown) => {
  const coerced = read(field, input)
  assert.ok('problem' in coerced, `${JSON.stringify(input)} gave ${JSON.stringify(coerced)}`)
  return coerced.problem
}

const kinds = {
  text: fields.text({ label }),
  longText: fields.longText({ label }),
  integer: fields.integer({ label }),
  money: fields.money({ label }),
  boolean: fields.boolean({ label }),
  date: fields.date({ label }),
  datetime: fields.datetime({ label }),
  choice: fields.choice({ one: 'Um' }, { label }),
  reference: fields.reference('people', { label }),
  tags: fields.tags({ label }),
  password: fields.password({ label }),
} satisfies Record<string, Field>

test('missing values become null, false or an empty list', () => {
  for (const [name, field] of Object.entries(kinds)) {
    const empty = name === 'boolean' ? false : name === 'tags' ? [] : null
    for (const input of [null, undefined, '']) assert.deepEqual(value(field, input), empty, name)
  }
  assert.equal(value(kinds.text, '  \t\n '), null)
  assert.equal(value(kinds.text, '\u0000'), null)
})

test('single-line text: collapses spaces, normalises to NFC and removes invalid characters', () => {
  assert.equal(value(kinds.text, '  Ana \n  Sofia\t'), 'Ana Sofia')
  assert.equal(value(kinds.text, 'Joa\u0303o'), 'João')
  assert.equal(value(kinds.text, 'a\u0000b'), 'ab')
  assert.equal(value(kinds.text, 'a\ud800b'), 'a\ufffdb')
  assert.equal(value(kinds.text, 12), '12')
  assert.equal(value(kinds.text, '😀'), '😀')
  for (const input of [true, {}, ['a']]) assert.equal(problem(kinds.text, input), 'Indique um texto.')
})

test('multi-line text keeps line breaks', () => {
  assert.equal(value(kinds.longText, 'um\r\ndois\n\n  três '), 'um\ndois\n\n  três')
})

test('passwords are not changed', () => {
  assert.equal(value(kinds.password, '  duas  palavras '), '  duas  palavras ')
})

test('integers, also with thousands separators', () => {
  assert.equal(value(kinds.integer, 5), 5)
  assert.equal(value(kinds.integer, -5), -5)
  assert.equal(value(kinds.integer, ' 1 234 '), 1234)
  assert.equal(value(kinds.integer, '-1.234.567'), -1_234_567)
  assert.equal(value(kinds.integer, '1\u00a0234'), 1234)
  for (const input of [
    1.5,
    Number.NaN,
    'cinco',
    '1,5',
    '1.5',
    '12 34',
    '1.234 567',
    '1e5',
    '--1',
    '9'.repeat(30),
    true,
    {},
    [],
  ]) {
    assert.equal(problem(kinds.integer, input), 'Indique um número inteiro.')
  }
})

test('euros become cents', () => {
  assert.equal(value(kinds.money, 12.3), 1230)
  assert.equal(value(kinds.money, 0.29), 29)
  assert.equal(value(kinds.money, -5), -500)
  assert.equal(value(kinds.money, '1.234,56 €'), 123_456)
  assert.equal(value(kinds.money, '1 234,5'), 123_450)
  for (const input of [12.345, 1e308, 1e15, 'doze', '1,234,5', false, {}, []]) {
    assert.equal(problem(kinds.money, input), 'Valor inválido.')
  }
})

test('booleans, also as words', () => {
  for (const input of [true, 'true', 'sim', 'S', '1']) assert.equal(value(kinds.boolean, input), true)
  for (const input of [false, 'false', 'Não', 'nao', 'N', '0'])
    assert.equal(value(kinds.boolean, input), false)
  for (const input of ['talvez', 1, 0, {}, []])
    assert.equal(problem(kinds.boolean, input), 'Indique sim ou não.')
})

test('dates in the formats that people type', () => {
  for (const input of ['2026-03-07', '7/3/2026', '07-03-2026', '07032026', '7/3']) {
    assert.equal(value(kinds.date, input), '2026-03-07')
  }
  assert.equal(value(kinds.date, '7-3-27'), '2027-03-07')
  const birth = fields.date({ label: 'Nascimento', rules: ['notFuture'] })
  assert.equal(value(birth, '7-3-27'), '1927-03-07')
  for (const input of ['ontem', '0726', 20260307, {}, []]) {
    assert.equal(problem(kinds.date, input), 'Data inválida: use dd/mm/aaaa.')
  }
  for (const input of ['31/02/2026', '31-2', '310226', '2026-02-31']) {
    assert.equal(problem(kinds.date, input), 'O dia 31/02/2026 não existe.')
  }
})

test('instants are converted to UTC, within the range of years of dates', () => {
  assert.equal(value(kinds.datetime, '2026-03-07T10:00:00+01:00'), '2026-03-07T09:00:00.000Z')
  assert.equal(value(kinds.datetime, '2026-03-07T10:00Z'), '2026-03-07T10:00:00.000Z')
  const wrong = [
    '2026-03-07',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '2026-99-99T00:00:00Z',
    'T',
    7,
  ]
  for (const input of wrong) assert.equal(problem(kinds.datetime, input), 'Data e hora inválidas.')
})

test('references are UUIDs, converted to lower case', () => {
  const id = '01890A5D-ac96-774b-bcce-b302099a8057'
  assert.equal(value(kinds.reference, id), id.toLowerCase())
  for (const input of ['x', '1', `${id}0`, 5, {}, []]) {
    assert.equal(problem(kinds.reference, input), 'Escolha um valor da lista.')
  }
})

test('tags are trimmed and deduplicated', () => {
  assert.deepEqual(value(kinds.tags, ['a', ' a ', 'b\u0000', '', '\ud800']), ['a', 'b', '\ufffd'])
  assert.deepEqual(value(kinds.tags, 'um, dois ,,um'), ['um', 'dois'])
  for (const input of [[1], ['a', null], {}, 5]) {
    assert.equal(problem(kinds.tags, input), 'Indique uma lista de textos.')
  }
})

test('any JSON value becomes a value or a problem, and coercing twice gives the same value', () => {
  for (const field of Object.values(kinds)) {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        const coerced = read(field, input)
        if ('problem' in coerced) return assert.match(coerced.problem, /\.$/)
        // The result for money is in cents, but input is in euros.
        if (field.column !== 'cents') assert.deepEqual(value(field, coerced.value), coerced.value)
      }),
    )
  }
})

test('isEmpty: null, undefined, empty text and empty list', () => {
  for (const input of [null, undefined, '', []]) assert.equal(isEmpty(input), true)
  for (const input of [0, false, ' ', ['']]) assert.equal(isEmpty(input), false)
})

test('isId: texts in the form of a UUID', () => {
  assert.equal(isId('01890a5d-ac96-774b-bcce-b302099a8057'), true)
  for (const input of ['', 'x', '01890a5dac96774bbcceb302099a8057', "' OR 1=1", '\u0000'])
    assert.equal(isId(input), false)
})
