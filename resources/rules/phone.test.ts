import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { businessPhone, phone, phoneKind } from './phone.ts'
import { displayPhone, isPortugueseMobile, mbwayPhone } from './portuguese-phone.ts'

test('normalises the usual formats of Portuguese numbers to E.164', () => {
  for (const typed of [
    '912345678',
    '912 345 678',
    '91.234-56/78',
    '+351 912 345 678',
    '00351912345678',
    '(351)912345678',
    '(+351) 912 345 678',
    '351912345678',
    '+351\u00a0912\u202f345\u00a0678',
    '\u202a+351912345678\u202c',
  ]) {
    assert.equal(phone.normalize(typed), '+351912345678', typed)
  }
  assert.equal(phone.problem('+351912345678'), undefined)
})

test('phoneKind follows the numbering plan', () => {
  assert.equal(phoneKind('+351912345678'), 'mobile')
  assert.equal(phoneKind('+351961234567'), 'mobile')
  assert.equal(phoneKind('+351212345678'), 'fixed')
  assert.equal(phoneKind('+351301234567'), 'fixed')
  assert.equal(phoneKind('+351808123456'), 'other')
  assert.equal(phoneKind('+34612345678'), 'mobile')
  assert.equal(phoneKind('+34912345678'), 'fixed')
  assert.equal(phoneKind('+12125550123'), 'mobile')
  assert.equal(phoneKind('+351812345678'), undefined)
  assert.equal(phoneKind('112'), undefined)
})

test('rejects short numbers and numbers outside the plan', () => {
  for (const typed of [
    '812345678',
    '91234567',
    '9123456789',
    '112',
    '1820',
    'abc',
    '',
    '+999123456789',
    '+34123',
  ]) {
    const value = phone.normalize(typed)
    assert.match(phone.problem(value)!, /Número de telefone inválido/, typed)
    assert.notEqual(businessPhone.problem(value), undefined, typed)
  }
})

test('accepts service numbers for external entities only', () => {
  for (const digits of ['800123456', '808123456', '707123456', '708123456', '760123456', '762123456']) {
    const value = phone.normalize(digits)
    assert.match(phone.problem(value)!, /é de serviços/, digits)
    assert.equal(businessPhone.problem(value), undefined, digits)
  }
})

test('an unusual mobile range gives a warning', () => {
  assert.equal(phone.problem('+351941234567'), undefined)
  assert.notEqual(phone.warning!('+351941234567'), undefined)
  assert.equal(phone.warning!('+351912345678'), undefined)
})

test('foreign numbers are accepted and formatted internationally', () => {
  assert.equal(phone.normalize('0034 612 34 56 78'), '+34612345678')
  assert.equal(phone.normalize('+44 (0)20 7946 0000'), '+442079460000')
  assert.equal(phone.problem('+34612345678'), undefined)
  assert.equal(phone.format('+34612345678'), '+34 612 34 56 78')
  assert.equal(displayPhone('+34612345678'), '+34612345678')
})

test('Portuguese numbers are formatted in groups of three', () => {
  assert.equal(phone.format('+351912345678'), '912 345 678')
  assert.equal(displayPhone('+351212345678'), '212 345 678')
  assert.equal(phone.format('12'), '12')
})

test('mbwayPhone accepts Portuguese mobiles only', () => {
  assert.equal(mbwayPhone('+351912345678'), '351#912345678')
  for (const value of ['+351212345678', '+34612345678', '+351941234567', '912345678']) {
    assert.equal(mbwayPhone(value), undefined, value)
    assert.equal(isPortugueseMobile(value), false, value)
  }
})

test('accepts any text without throwing; normalising is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const value = phone.normalize(text)
      phone.problem(value)
      phone.format(value)
      assert.equal(phone.normalize(value), value)
    }),
  )
})
