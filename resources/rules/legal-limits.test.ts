import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cashProblem, figureInForce } from './legal-limits.ts'

const received = { date: '2026-11-22', amount: 0, donated: 0 }

test('rejects cash of 3000 euros or more, and donations in cash above 200 euros', () => {
  for (const fine of [{ amount: 299_999 }, { amount: 20_000, donated: 20_000 }])
    assert.equal(cashProblem({ ...received, ...fine }), undefined)
  assert.match(
    cashProblem({ ...received, amount: 300_000 })!,
    /só até 2\s999,99\s€ \(artigo 63\.º-E da LGT\)/,
  )
  assert.match(
    cashProblem({ ...received, amount: 50_000, donated: 20_001 })!,
    /^Donativos acima de 200,00\s€ .*\(artigo 66\.º do EBF\)/,
  )
})

test('limits apply from the date on which the law is in force', () => {
  assert.equal(cashProblem({ date: '2017-08-22', amount: 300_000, donated: 0 }), undefined)
  assert.notEqual(cashProblem({ date: '2017-08-23', amount: 300_000, donated: 0 }), undefined)
  assert.equal(cashProblem({ date: '2006-12-31', amount: 50_000, donated: 50_000 }), undefined)
  const figures = [
    { from: '2001-01-01', cents: 1, source: 'uma' },
    { from: '2005-01-01', cents: 2, source: 'outra' },
  ]
  assert.deepEqual(
    ['2000-12-31', '2004-12-31', '2005-01-01', '2030-01-01'].map((day) => figureInForce(figures, day)?.cents),
    [undefined, 1, 2, 2],
  )
})
