import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { cardCodeOf, formatCardCode, readCardCode } from './card-code.ts'

test('reads codes in groups, in lower case and in URLs', () => {
  for (const input of [
    '7K3M9QX2VT4D',
    '7k3m-9qx2-vt4d',
    ' 7K3M 9QX2 VT4D\r\n',
    'https://clube.exemplo.pt/v/7K3M9QX2VT4D',
    'HTTPS://CLUBE.EXEMPLO.PT/V/7k3m9qx2vt4d/?origem=cartao',
  ])
    assert.equal(readCardCode(input), '7K3M9QX2VT4D', input)
  assert.equal(readCardCode('OIL0-0000-0000'), '011000000000')
})

test('rejects other text', () => {
  for (const input of [
    '',
    '7K3M9QX2VT4',
    '7K3M9QX2VT4DD',
    '7K3M9QX2VT4U',
    'https://exemplo.pt/x/7K3M9QX2VT4D',
    '€',
  ])
    assert.equal(readCardCode(input), undefined, input)
})

test('codes from random bytes are valid, and printed in groups of four', () => {
  for (let turn = 0; turn < 200; turn++) {
    const code = cardCodeOf(randomBytes(12))
    assert.equal(readCardCode(formatCardCode(code)), code)
    assert.match(formatCardCode(code), /^.{4}-.{4}-.{4}$/)
  }
})
