import assert from 'node:assert/strict'
import { test } from 'node:test'
import { email, isSameEmail } from './email.ts'

test('accepts ordinary addresses', () => {
  for (const value of [
    'ana.silva@exemplo.pt',
    'a@b.co',
    'rui+quotas@mail.exemplo.org',
    "d'orey@exemplo.pt",
    'geral@associação.pt',
    'x@xn--exmpl-xqa.xn--p1ai',
  ]) {
    assert.equal(email.problem(value), undefined, value)
  }
})

test('rejects invalid addresses', () => {
  for (const value of [
    '',
    'ana',
    '@exemplo.pt',
    'ana@',
    'ana@exemplo',
    'ana@@exemplo.pt',
    'ana@b@exemplo.pt',
    'ana silva@exemplo.pt',
    'ana@exem plo.pt',
    'ana@.pt',
    'ana@exemplo..pt',
    'ana@-exemplo.pt',
    'ana@exemplo.1',
    '.ana@exemplo.pt',
    'ana..silva@exemplo.pt',
    'joão@exemplo.pt',
    'Ana <ana@exemplo.pt>',
    'ana@exemplo.pt,rui@exemplo.pt',
    'ana@exemplo.pt\nBcc: x@y.pt',
    `${'a'.repeat(65)}@exemplo.pt`,
    `ana@${'a.'.repeat(130)}pt`,
  ]) {
    assert.equal(email.problem(value), 'Endereço de email inválido.', value)
  }
})

test('converts only the domain to lower case', () => {
  assert.equal(email.normalize(' Ana.Silva@Exemplo.PT\u200b '), 'Ana.Silva@exemplo.pt')
  assert.ok(isSameEmail('Ana@exemplo.pt', 'ana@EXEMPLO.pt '))
  assert.ok(!isSameEmail('ana@exemplo.pt', 'rui@exemplo.pt'))
})

test('a common typing error gives a warning', () => {
  assert.match(email.warning!('ana@gmail.con')!, /gmail\.com/)
  assert.equal(email.warning!('ana@gmail.com'), undefined)
  assert.equal(email.warning!('ana@constructor'), undefined)
})
