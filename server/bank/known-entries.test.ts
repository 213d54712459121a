import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { LineTexts, StoredEntry } from './known-entries.ts'
import { findKnownEntries } from './known-entries.ts'
import type { StatementLine } from './statement-lines.ts'

const date = '2026-03-05'
const lineOf = (texts: Partial<LineTexts> & { description: string }, amount = 1200): StatementLine => ({
  date,
  valueDate: null,
  amount,
  entryAmount: amount,
  part: 1,
  isReturn: false,
  counterpartName: null,
  counterpartIban: null,
  counterpartBic: null,
  reference: null,
  balance: null,
  ...texts,
})
const named = (...names: string[]) => names.map((description) => lineOf({ description }))

/** Imports files after each other. Returns the descriptions of the new lines of each, and what is stored at the end. */
function imported(...files: { layout?: string; lines: readonly StatementLine[] }[]) {
  const stored: StoredEntry[] = []
  const fresh = files.map(({ layout = 'csv · Descrição', lines }) => {
    const { entries, doubtful } = findKnownEntries(lines, layout, stored)
    const added = entries.filter(({ isKnown }) => !isKnown)
    for (const { lines: texts, ordinal } of added)
      stored.push({ date, amount: texts[0]?.entryAmount ?? 0, ordinal, layout, texts })
    return { added: added.flatMap((entry) => entry.lines.map(({ description }) => description)), doubtful }
  })
  return { fresh, stored }
}

describe('lines of one day and amount', () => {
  test('the file of the evening, newest first, adds the line that the file of noon did not have', () => {
    const { fresh } = imported({ lines: named('ANA') }, { lines: named('BRUNO', 'ANA') })
    assert.deepEqual(
      fresh.map(({ added }) => added),
      [['ANA'], ['BRUNO']],
    )
  })

  test('equal texts with another name, account or reference are other lines', () => {
    const description = 'TRANSFERENCIA RECEBIDA'
    const one = lineOf({ description, counterpartName: 'Ana', counterpartIban: 'A', reference: 'R1' })
    for (const other of [{ counterpartName: 'Rui' }, { counterpartIban: 'B' }, { reference: 'R2' }])
      assert.equal(imported({ lines: [one] }, { lines: [{ ...one, ...other }] }).stored.length, 2)
    assert.equal(
      imported({ lines: [one] }, { lines: [{ ...one, description: 'Transferência recebida' }] }).stored
        .length,
      1,
    )
  })

  test('any downloads of a day, in any order, bring each movement once', () => {
    const movement = fc.record({
      description: fc.constantFrom('ANA', 'BRUNO', 'LOJA'),
      reference: fc.constantFrom(null, 'R1', 'R2'),
      amount: fc.constantFrom(1200, 2400),
    })
    const identity = ({
      description,
      reference,
      amount,
    }: {
      description: string
      reference: string | null
      amount: number
    }) => [description, reference, amount].join()
    const downloads = fc
      .array(movement, { minLength: 1, maxLength: 8 })
      .chain((day) => fc.array(fc.shuffledSubarray(day), { minLength: 2, maxLength: 4 }))
    fc.assert(
      fc.property(downloads, (files) => {
        const linesOf = (file: (typeof files)[number]) =>
          file.map(({ amount, ...texts }) => lineOf(texts, amount))
        const { stored } = imported(...files.map((file) => ({ lines: linesOf(file) })))
        const countIn = (
          file: readonly { description: string; reference: string | null; amount: number }[],
        ) => Map.groupBy(file, identity)
        const counts = files.map(countIn)
        const inStore = countIn(
          stored.map(({ amount, texts: [text] }) => ({
            amount,
            description: text?.description ?? '',
            reference: text?.reference ?? null,
          })),
        )
        for (const key of new Set(files.flat().map(identity)))
          assert.equal(
            inStore.get(key)?.length,
            Math.max(...counts.map((count) => count.get(key)?.length ?? 0)),
            key,
          )
        const places = stored.map(({ amount, ordinal }) => `${amount}/${ordinal}`)
        assert.equal(new Set(places).size, places.length, 'each has a number of its own')
      }),
    )
  })
})

describe('files of other layouts', () => {
  test('an entry is the most alike of another layout, as often as both have it', () => {
    const { fresh } = imported(
      { layout: 'camt053', lines: named('Quota de Ana', 'Quota de Carla') },
      { lines: named('TRF BRUNO', 'TRF CARLA', 'TRF ANA') },
      { layout: 'camt053', lines: named('Quota de Bruno', 'Quota de Ana', 'Quota de Carla') },
    )
    assert.deepEqual(
      fresh.map(({ added }) => added),
      [['Quota de Ana', 'Quota de Carla'], ['TRF BRUNO'], []],
    )
  })

  test('another name or account is another entry', () => {
    const ana = lineOf({ description: 'Crédito', counterpartName: 'Ana Reis', counterpartIban: 'A' })
    for (const texts of [{ counterpartName: 'Bruno Sá' }, { counterpartIban: 'B' }]) {
      const other = lineOf({ description: 'TRF', ...texts })
      assert.equal(imported({ layout: 'camt053', lines: [ana] }, { lines: [other] }).stored.length, 2)
    }
    const same = lineOf({ description: 'TRF', counterpartName: 'ANA M REIS' })
    assert.equal(imported({ layout: 'camt053', lines: [ana] }, { lines: [same] }).stored.length, 1)
  })

  test('an entry in parts is one', () => {
    const parts = ['20', '40'].map((description, index) => ({
      ...lineOf({ description }, 6000),
      amount: Number(description) * 100,
      part: index + 1,
    }))
    const whole = lineOf({ description: 'LOTE' }, 6000)
    const { fresh } = imported({ layout: 'camt053', lines: parts }, { lines: [whole, whole] })
    assert.deepEqual(fresh[1]?.added, ['LOTE'])
    assert.deepEqual(imported({ lines: [whole] }, { layout: 'camt053', lines: parts }).fresh[1]?.added, [])
  })
})

test('a new line beside a stored one that the file does not have is told', () => {
  const { fresh } = imported(
    { lines: named('FILHO', 'OUTRO') },
    { lines: named('Filho, com outro texto', 'OUTRO') },
  )
  assert.deepEqual(
    fresh.map(({ added, doubtful }) => [added.length, doubtful]),
    [
      [2, 0],
      [1, 1],
    ],
  )
})
