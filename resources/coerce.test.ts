import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { coerce, isEmpty, isId } from './coerce.ts'
import type { Field } from './fields.ts'
import * as fields from './fields.ts'

const label = 'Campo'
const today = '2026-03-07'
const read = (field: Field, given: unknown) => coerce(field, given, today)
const value = (field: Field, given: unknown) => {
  const coerced = read(field, given)
  assert.ok('value' in coerced, JSON.stringify(coerced))
  return coerced.value
}
const problem = (field: Field, given: unknown) => {
  const coerced = read(field, given)
  assert.ok('problem' in coerced, `${JSON.stringify(given)} gave ${JSON.stringify(coerced)}`)
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

test('nothing given is null, no, or no words', () => {
  for (const [name, field] of Object.entries(kinds)) {
    const empty = name === 'boolean' ? false : name === 'tags' ? [] : null
    for (const given of [null, undefined, '']) assert.deepEqual(value(field, given), empty, name)
  }
  assert.equal(value(kinds.text, '  \t\n '), null)
  assert.equal(value(kinds.text, '\u0000'), null)
})

test('one line of text has single spaces, composed characters and nothing that cannot be kept', () => {
  assert.equal(value(kinds.text, '  Ana \n  Sofia\t'), 'Ana Sofia')
  assert.equal(value(kinds.text, 'Joa\u0303o'), 'João')
  assert.equal(value(kinds.text, 'a\u0000b'), 'ab')
  assert.equal(value(kinds.text, 'a\ud800b'), 'a\ufffdb')
  assert.equal(value(kinds.text, 12), '12')
  assert.equal(value(kinds.text, '😀'), '😀')
  for (const given of [true, {}, ['a']]) assert.equal(problem(kinds.text, given), 'Indique um texto.')
})

test('several lines keep their breaks', () => {
  assert.equal(value(kinds.longText, 'um\r\ndois\n\n  três '), 'um\ndois\n\n  três')
})

test('passwords are kept as they were typed', () => {
  assert.equal(value(kinds.password, '  duas  palavras '), '  duas  palavras ')
})

test('whole numbers, also as people type them', () => {
  assert.equal(value(kinds.integer, 5), 5)
  assert.equal(value(kinds.integer, -5), -5)
  assert.equal(value(kinds.integer, ' 1 234 '), 1234)
  assert.equal(value(kinds.integer, '-1.234.567'), -1_234_567)
  assert.equal(value(kinds.integer, '1\u00a0234'), 1234)
  for (const given of [
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
    assert.equal(problem(kinds.integer, given), 'Indique um número inteiro.')
  }
})

test('euros become cents', () => {
  assert.equal(value(kinds.money, 12.3), 1230)
  assert.equal(value(kinds.money, 0.29), 29)
  assert.equal(value(kinds.money, -5), -500)
  assert.equal(value(kinds.money, '1.234,56 €'), 123_456)
  assert.equal(value(kinds.money, '1 234,5'), 123_450)
  for (const given of [12.345, 1e308, 1e15, 'doze', '1,234,5', false, {}, []]) {
    assert.equal(problem(kinds.money, given), 'Valor inválido.')
  }
})

test('yes and no, in words too', () => {
  for (const given of [true, 'true', 'sim', 'S', '1']) assert.equal(value(kinds.boolean, given), true)
  for (const given of [false, 'false', 'Não', 'nao', 'N', '0'])
    assert.equal(value(kinds.boolean, given), false)
  for (const given of ['talvez', 1, 0, {}, []])
    assert.equal(problem(kinds.boolean, given), 'Indique sim ou não.')
})

test('days as people type them', () => {
  for (const given of ['2026-03-07', '7/3/2026', '07-03-2026', '07032026', '7/3']) {
    assert.equal(value(kinds.date, given), '2026-03-07')
  }
  assert.equal(value(kinds.date, '7-3-27'), '2027-03-07')
  const birth = fields.date({ label: 'Nascimento', rules: ['notFuture'] })
  assert.equal(value(birth, '7-3-27'), '1927-03-07')
  for (const given of ['ontem', '0726', 20260307, {}, []]) {
    assert.equal(problem(kinds.date, given), 'Data inválida: use dd/mm/aaaa.')
  }
  for (const given of ['31/02/2026', '31-2', '310226', '2026-02-31']) {
    assert.equal(problem(kinds.date, given), 'O dia 31/02/2026 não existe.')
  }
})

test('instants come in UTC, within the years that days may have', () => {
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
  for (const given of wrong) assert.equal(problem(kinds.datetime, given), 'Data e hora inválidas.')
})

test('references are ids, in lower case', () => {
  const id = '01890A5D-ac96-774b-bcce-b302099a8057'
  assert.equal(value(kinds.reference, id), id.toLowerCase())
  for (const given of ['x', '1', `${id}0`, 5, {}, []]) {
    assert.equal(problem(kinds.reference, given), 'Escolha um valor da lista.')
  }
})

test('words are cleaned, without repetitions', () => {
  assert.deepEqual(value(kinds.tags, ['a', ' a ', 'b\u0000', '', '\ud800']), ['a', 'b', '\ufffd'])
  assert.deepEqual(value(kinds.tags, 'um, dois ,,um'), ['um', 'dois'])
  for (const given of [[1], ['a', null], {}, 5]) {
    assert.equal(problem(kinds.tags, given), 'Indique uma lista de textos.')
  }
})

test('whatever is given becomes a value or a problem, and a value read again is the same', () => {
  for (const field of Object.values(kinds)) {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const coerced = read(field, given)
        if ('problem' in coerced) return assert.match(coerced.problem, /\.$/)
        // Money comes back in cents and goes in as euros.
        if (field.column !== 'cents') assert.deepEqual(value(field, coerced.value), coerced.value)
      }),
    )
  }
})

test('emptiness is nothing, no text, or no words', () => {
  for (const given of [null, undefined, '', []]) assert.equal(isEmpty(given), true)
  for (const given of [0, false, ' ', ['']]) assert.equal(isEmpty(given), false)
})

test('ids have the form of a UUID', () => {
  assert.equal(isId('01890a5d-ac96-774b-bcce-b302099a8057'), true)
  for (const given of ['', 'x', '01890a5dac96774bbcceb302099a8057', "' OR 1=1", '\u0000'])
    assert.equal(isId(given), false)
})
