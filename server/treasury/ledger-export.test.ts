import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accountWord } from './ledger-export.ts'

/** Beancount's rule of a component of an account's name (`ACC_COMP_NAME_RE` in `core/account.py`). */
const component = /^[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*$/u

test('each name becomes one that Beancount accepts as a part of an account', () => {
  const names: [name: string, word: string][] = [
    ['Caixa', 'Caixa'],
    ['banco (à ordem)', 'Banco-à-ordem'],
    ['2.ª secção', '2-ª-secção'],
    ['ª secção', 'Conta-ª-secção'],
    ['º', 'Conta-º'],
    ['ßeta', 'SSeta'],
    ['\u01f0ose', 'J-ose'],
    ['\u{10428}', '\u{10400}'],
    ['東京', 'Conta-東京'],
    [' - ', 'Conta'],
    ['', 'Conta'],
  ]
  for (const [name, word] of names) {
    assert.equal(accountWord(name), word)
    assert.match(word, component)
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => component.test(accountWord(name))),
    { numRuns: 2000 },
  )
})
