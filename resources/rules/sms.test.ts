import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countSms, removeSmsAccents, smsSender } from './sms.ts'

test('GSM-7 characters count once, a few signs twice', () => {
  for (const letter of 'àéèìòùÇÉÄÖÜÑäöüñ') assert.equal(countSms(letter).encoding, 'GSM-7', letter)
  assert.equal(countSms('€').length, 2)
  assert.deepEqual(countSms('a'.repeat(160)), { encoding: 'GSM-7', length: 160, parts: 1, left: 0 })
  assert.deepEqual(countSms('a'.repeat(161)), { encoding: 'GSM-7', length: 161, parts: 2, left: 145 })
  assert.equal(countSms('a'.repeat(306)).parts, 2)
  assert.equal(countSms('a'.repeat(307)).parts, 3)
  assert.deepEqual(countSms(''), { encoding: 'GSM-7', length: 0, parts: 0, left: 160 })
})

test('one other character switches the message to UCS-2', () => {
  for (const letter of 'ãõáíóúâêôç') assert.equal(countSms(letter).encoding, 'UCS-2', letter)
  assert.equal(countSms('ã'.repeat(70)).parts, 1)
  assert.deepEqual(countSms('ã'.repeat(71)), { encoding: 'UCS-2', length: 71, parts: 2, left: 63 })
  assert.equal(countSms('ã'.repeat(134)).parts, 2)
  assert.equal(countSms('ã'.repeat(135)).parts, 3)
  assert.equal(countSms('a\u0303').length, 1)
})

test('a character that counts twice is not split between two SMS', () => {
  assert.equal(countSms(`${'a'.repeat(152)}€${'a'.repeat(152)}`).parts, 3)
  assert.equal(countSms(`${'ã'.repeat(66)}😀${'ã'.repeat(66)}`).parts, 3)
})

test('removeSmsAccents changes only characters outside GSM-7', () => {
  assert.equal(
    removeSmsAccents('Não há ação: «coração» – é só à João…'),
    'Nao ha açao: "coraçao" - é so à Joao...'.replaceAll('ç', 'c'),
  )
  assert.equal(removeSmsAccents('Ç €'), 'Ç €')
  assert.equal(removeSmsAccents('n.º 1.ª\u00a0x'), 'n.o 1.a x')
  assert.equal(removeSmsAccents('😀'), '😀')
})

test('Portuguese text without accents always fits GSM-7', () => {
  const portuguese = fc.string({ unit: fc.constantFrom(...'aãáâàbcçdeéêiíoóôõuúü ÃÁÂÇÉÊÍÓÔÕÚ«»–—º“”’…€') })
  fc.assert(
    fc.property(portuguese, (text) => assert.equal(countSms(removeSmsAccents(text)).encoding, 'GSM-7')),
  )
})

test('a typical reminder fits one SMS', () => {
  const text = 'Clube: quota 2026 de 24,00 EUR por regularizar. MB ent 99999 ref 123 456 789. Obrigado.'
  assert.equal(countSms(text).parts, 1)
})

test('smsSender: at most 11 unaccented letters and digits, not only digits', () => {
  for (const value of ['Clube', 'CLUBE2026', 'ABCDEFGHIJK'])
    assert.equal(smsSender.problem(value), undefined, value)
  for (const value of ['', 'ABCDEFGHIJKL', 'Ação', 'O Clube', '12345']) {
    assert.notEqual(smsSender.problem(value), undefined, value)
  }
})
