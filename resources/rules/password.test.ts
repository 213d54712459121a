import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { passwordProblem } from './password.ts'

const owner = { name: 'Maria João Gonçalves', email: 'mj.goncalves@exemplo.com' }

test('accepts passwords that are hard to guess', () => {
  for (const password of [
    'tijolo cavalo bateria',
    'x7#Kp2!vQz9m',
    'o comboio parte tarde',
    'comboio 4718',
    'a8$m2#o9!r',
    'Agremia e mais uma frase comprida',
    'ãéîõü çãóíú',
    'a chave está debaixo do tapete',
  ]) {
    assert.equal(passwordProblem(password, owner), undefined, password)
  }
})

test('counts characters, not code units', () => {
  assert.match(passwordProblem('x7#Kp2!vQ')!, /pelo menos 10 caracteres/)
  assert.match(passwordProblem('')!, /pelo menos 10 caracteres/)
  assert.match(passwordProblem('😀😁😂🤣😃😄😅😆😉')!, /pelo menos 10/)
  assert.equal(passwordProblem('😀😁😂🤣😃😄😅😆😉😊'), undefined)
  assert.match(passwordProblem('x7#Kp2!vQz'.repeat(20) + 'x')!, /no máximo 200/)
})

test('rejects common passwords, also with substitutions, digits around them or repeated', () => {
  for (const password of [
    'password123',
    'Password2026!',
    'P@ssw0rd2026',
    'palavra-passe',
    'PalavraPasse1',
    'benfica1904',
    'SLBenfica2026',
    '123sporting!!',
    'fcporto1893',
    'portugal2026',
    'qwertyuiop1',
    'iloveyou123',
    'deusefiel777',
    'Secretaria2026',
    'Cristiano Ronaldo 7',
    'coração2026',
    'tesouraria1',
  ]) {
    assert.match(passwordProblem(password, owner)!, /das mais usadas|previsível/, password)
  }
})

test('rejects repetitions and sequences', () => {
  for (const password of [
    'aaaaaaaaaa',
    '          ',
    '1234567890',
    '0987654321',
    'abcdefghij',
    'abcabcabcabc',
    'benficabenfica',
    '1212121212',
    'abc123abc123',
    '123456qwerty',
    'asdfghjklç',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'aaaaabbbbbccccc',
  ]) {
    assert.match(passwordProblem(password, owner)!, /previsível/, password)
  }
})

test('rejects passwords based on the name, the email or the product', () => {
  for (const password of [
    'agremia2026',
    'Agr3m1a!2026',
    'agremia#agremi',
    'goncalves1985',
    'Gonçalves#85',
    'maria.joao.85',
    'mariagoncalves',
    'exemplo12345',
    'joao1985maria',
  ]) {
    assert.notEqual(passwordProblem(password, owner), undefined, password)
  }
  assert.match(passwordProblem('goncalves1985', owner)!, /não pode assentar no nome/)
  assert.match(passwordProblem('agremia2026')!, /agremia/)
  const organisation = 'Clube Náutico de Vila Velha'
  for (const password of ['nautico1985!', 'Clube Náutico', 'vila.velha.2026'])
    assert.match(passwordProblem(password, { ...owner, organisation })!, /nome da organização/)
  assert.equal(passwordProblem('a vila dorme à sombra', { ...owner, organisation }), undefined)
})

test('never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 250 }), fc.string(), (password, name) => {
      passwordProblem(password, { name, email: name })
    }),
  )
})

test('repetitions are found up to the maximum length; longer text is rejected without analysing it', (t) => {
  assert.match(passwordProblem('ab'.repeat(99) + '!?', owner)!, /demasiado previsível/)
  const normalize = t.mock.method(String.prototype, 'normalize')
  assert.match(passwordProblem('a'.repeat(1_000_000), owner)!, /no máximo 200/)
  assert.equal(normalize.mock.callCount(), 0)
})
