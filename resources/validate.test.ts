import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as fields from './fields.ts'
import type { Field } from './fields.ts'
import { checkField, fieldsReadByRules, ruleNames } from './validate.ts'

const label = 'Campo'
const today = '2026-03-07'

function check(field: Pick<Field, 'rules' | 'required' | 'options'>, value: unknown, record = {}) {
  return checkField(field, value, { today, record })
}
const rule = (name: string) => ({ rules: [name] })
const errors = (field: Pick<Field, 'rules'>, value: unknown, record = {}) =>
  check(field, value, record).errors

test('only required fields reject empty values; other rules skip them', () => {
  for (const value of [null, undefined, '', []]) {
    assert.deepEqual(check(fields.text({ label, required: true }), value).errors, ['Campo obrigatório.'])
    for (const name of ruleNames) assert.deepEqual(errors(rule(`${name}:1-2`), value), [], name)
  }
  assert.deepEqual(check(fields.boolean({ label, required: true }), false).errors, [])
})

test('max and min limit lengths and amounts', () => {
  assert.deepEqual(errors(rule('max:3'), 'abc'), [])
  assert.deepEqual(errors(rule('max:3'), 'abcd'), ['No máximo 3 caracteres.'])
  assert.deepEqual(errors(rule('max:2.5'), 3), ['O máximo é 2,5.'])
  assert.deepEqual(errors(rule('min:1'), 0), ['O mínimo é 1.'])
  assert.deepEqual(errors(rule('min:0.01'), 0), ['Indique um valor acima de 0,00\u00A0€.'])
  assert.deepEqual(errors(fields.integer({ label }), 1e308), ['O máximo é 2147483647.'])
})

test('limits of amounts are in euros, stored values in cents', () => {
  const amount = fields.money({ label, min: 0.01 })
  assert.deepEqual(errors(amount, 16_000_000), [])
  assert.deepEqual(errors(amount, 1), [])
  assert.deepEqual(errors(amount, 1_000_000_000), ['O máximo é 9999999,99.'])
  assert.deepEqual(errors(fields.money({ label, min: -100 }), -10_000), [])
})

test('option accepts only the codes of the field', () => {
  const colour = fields.choice({ green: 'Verde' }, { label })
  assert.deepEqual(errors(colour, 'green'), [])
  assert.deepEqual(errors(colour, 'Verde'), ['Escolha um valor da lista.'])
  assert.deepEqual(errors(colour, 'constructor'), ['Escolha um valor da lista.'])
})

test('texts are normalised before they are checked', () => {
  assert.equal(check(fields.nif({ label }), 'PT 501 442 600').value, '501442600')
  assert.equal(check(fields.phone({ label }), '912 345 678').value, '+351912345678')
  assert.equal(check(fields.personName({ label }), ' Ana   Sá ').value, 'Ana Sá')
  assert.equal(check(rule('lowerCase'), 'Ana@Exemplo.PT').value, 'ana@exemplo.pt')
  assert.equal(check(rule('country'), 'pt').value, 'PT')
})

test('a suspicious value gives a warning and is kept', () => {
  const { value, errors: none, warnings } = check(fields.email({ label }), 'ana@gmail.con')
  assert.equal(value, 'ana@gmail.con')
  assert.deepEqual(none, [])
  assert.equal(warnings.length, 1)
})

test('postal codes are checked only for Portugal', () => {
  const field = fields.postalCode({ label })
  assert.equal(check(field, '4050262').value, '4050-262')
  for (const country of [null, 'PT', 'pt']) assert.equal(errors(field, '75001', { country }).length, 1)
  assert.deepEqual(errors(field, '75001', { country: 'FR' }), [])
})

test('documents and contacts are checked by their type', () => {
  assert.equal(errors(rule('idDocument'), '123', { idDocumentType: 'CC' }).length, 1)
  assert.equal(check(rule('idDocument'), 'ab123', { idDocumentType: 'PASSAPORTE' }).value, 'AB123')
  assert.equal(errors(rule('contact'), '912345678', { type: 'email' }).length, 1)
  assert.equal(check(rule('contact'), '912345678', { type: 'mobile' }).value, '+351912345678')
  assert.deepEqual(errors(rule('contact'), 'Rua do Sol', { type: 'address' }), [])
})

test('fieldsLookedAt returns the other fields that the rules read', () => {
  assert.deepEqual(fieldsReadByRules(rule('contact')), ['type'])
  assert.deepEqual(fieldsReadByRules(fields.postalCode({ label })), ['country'])
  assert.deepEqual(fieldsReadByRules(fields.text({ label, rules: ['idDocument'] })), ['idDocumentType'])
  assert.deepEqual(fieldsReadByRules(fields.text({ label })), [])
})

test('dates: valid days between 1800 and 2200, notFuture, yearsAhead', () => {
  const field = fields.date({ label })
  for (const value of ['1799-12-31', '2201-01-01'])
    assert.deepEqual(errors(field, value), ['Data fora dos limites.'])
  assert.deepEqual(errors(field, '1950-02-30'), ['O dia 30/02/1950 não existe.'])
  assert.deepEqual(errors(field, 'ontem'), ['Data inválida: use dd/mm/aaaa.'])
  assert.equal(check(field, '7/3/1950').value, '1950-03-07')
  assert.deepEqual(errors(rule('notFuture'), '2026-03-08'), ['É posterior a hoje.'])
  assert.deepEqual(errors(rule('notFuture'), today), [])
  assert.deepEqual(errors(rule('yearsAhead:1'), '2027-03-07'), [])
  assert.deepEqual(errors(rule('yearsAhead:1'), '2027-03-08'), ['É posterior a 07/03/2027.'])
})

test('notBefore compares with a date, or with another field that is not empty', () => {
  const born = fields.date({ label: 'Nascimento', rules: ['notBefore:1900-01-01'] })
  assert.deepEqual(errors(born, '1900-01-01'), [])
  assert.deepEqual(errors(born, '1899-12-31'), ['Não pode ser anterior a 01/01/1900.'])

  const due = fields.date({ label: 'Devolver até', rules: ['notBefore:lentOn'] })
  assert.deepEqual(fieldsReadByRules(due), ['lentOn'])
  const lent = (value: unknown) => (name: string) =>
    name === 'lentOn' ? { value, label: 'Emprestado em' } : undefined
  const problems = (value: string, other: unknown) =>
    checkField(due, value, { today, record: {}, named: lent(other) }).errors
  assert.deepEqual(problems('2026-03-07', '2026-03-07'), [])
  for (const empty of [null, '', undefined]) assert.deepEqual(problems('2026-03-07', empty), [])
  assert.deepEqual(problems('2026-03-06', '2026-03-07'), [
    'Não pode ser anterior a «Emprestado em» (07/03/2026).',
  ])
})

test('tags, colour, yesNo and wholeNumber', () => {
  const tags = fields.tags({ label })
  assert.deepEqual(errors(tags, Array.from({ length: 20 }, String)), [])
  assert.equal(errors(tags, Array.from({ length: 21 }, String)).length, 1)
  assert.equal(errors(tags, ['x'.repeat(61)]).length, 1)
  assert.deepEqual(errors(rule('colour'), '#2F6BB8'), [])
  assert.equal(errors(rule('colour'), 'azul').length, 1)
  assert.deepEqual(errors(rule('yesNo'), 'true'), [])
  assert.equal(errors(rule('yesNo'), 'sim').length, 1)
  assert.deepEqual(errors(rule('wholeNumber:1-10'), '10'), [])
  for (const value of ['0', '11', '1.5', 'dez'])
    assert.equal(errors(rule('wholeNumber:1-10'), value).length, 1)
})

test('negative numbers are accepted with a minus sign, and stored with a hyphen', () => {
  assert.equal(check(rule('millimetres:2'), '0.5; \u22120,3').value, '0,5; -0,3')
  assert.equal(check(rule('risingDays'), '\u221215, 15').value, '-15,15')
})

test('throws on an unknown rule name', () => {
  for (const name of ['nada', '']) assert.throws(() => check(rule(name), 'x'), /unknown rule/)
})

test('rules accept any text without throwing, and are idempotent', () => {
  const texts = [...ruleNames].filter((name) => !['option', 'tags', 'min', 'max'].includes(name))
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.string({ unit: 'binary' }), (name, text) => {
      const first = check(rule(`${name}:1-10`), text)
      if (first.errors.length > 0) return
      const second = check(rule(`${name}:1-10`), first.value)
      assert.deepEqual(second, first)
    }),
    { numRuns: 500 },
  )
})
