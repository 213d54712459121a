import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { TestRecord } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../../dues/testing.ts'

const app = await testApp()
const { as, make, today } = app
const admin = await as('admin')
const { pay } = await duesTools(app)
const year = Number((await today()).slice(0, 4)) - 1

const hledger = '/usr/bin/hledger'
const folder = mkdtempSync(join(tmpdir(), 'agremia-ledger-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Which column is which: the file needs no rules for dates or decimals. */
const rules = `skip 1
fields date,code,description,account1,account2,amount,currency,cost_center,payee
`

/** Balances of the accounts of a year's file as hledger computes them, in cents, without those that are empty. */
async function balancesOf(closed: number): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${admin.tokens.access}` }
  const { body } = await app.app.inject({ url: `/api/ledger/export?year=${closed}`, headers })
  const [file, ruleFile] = [join(folder, `${closed}.csv`), join(folder, 'rules')]
  writeFileSync(file, body)
  writeFileSync(ruleFile, rules)
  const output = execFileSync(
    hledger,
    ['balance', '--flat', '--no-total', '-O', 'csv', '-f', file, '--rules-file', ruleFile],
    { encoding: 'utf8', env: { ...process.env, LANG: 'C.UTF-8' } },
  )
  const lines = output.trim().split('\n').slice(1)
  return new Map(
    lines.map((line) => {
      const [, name, amount] = /^"(.*)","EUR?(.*)"$/.exec(line) ?? assert.fail(line)
      return [String(name), Math.round(Number(String(amount).replace(/^EUR/, '')) * 100)]
    }),
  )
}

test(
  'hledger computes the same closing balance of each account from the file of a year',
  { skip: existsSync(hledger) ? false : 'needs hledger: apt-get install hledger' },
  async () => {
    const from = { openingDate: `${year - 1}-01-01` }
    const cash = await make.account({ ...from, name: 'Caixa', kind: 'cash', methods: ['cash'] })
    const bank = await make.account({ ...from, name: 'Banco "A", à ordem', openingBalance: -1234.56 })
    const late = await make.account({
      openingDate: `${year}-06-01`,
      name: 'banco a à  ordem; 2',
      openingBalance: 0.1,
    })
    const nameInFile = new Map([
      [cash._id, 'Assets:Caixa'],
      [bank._id, 'Assets:Banco-A-à-ordem'],
      [late._id, 'Assets:Banco-a-à-ordem-2'],
    ])
    const [theatre, bar] = [await make.costCenter(), await make.costCenter()]
    const move = (account: TestRecord, given: Record<string, unknown>) =>
      make.transaction({ accountId: account._id, ...given })
    await move(cash, { date: `${year - 1}-05-05`, amount: 7.77 })
    await move(bank, { date: `${year}-01-01`, amount: 1_234_567.89, kind: 'income' })
    await move(bank, { date: `${year}-12-31`, amount: 0.01, description: 'Um cêntimo, "só"\u20ac' })
    await move(late, {
      date: `${year}-07-01`,
      amount: 10.01,
      splits: [
        { costCenterId: theatre._id, amount: 3.34 },
        { costCenterId: bar._id, amount: 6.67 },
      ],
    })
    const wrong = await move(cash, { date: `${year}-02-02`, amount: 55, costCenterId: bar._id })
    succeeded(await admin.post(`/transactions/${wrong._id}/cancel`, { reason: 'Engano' }))
    const transfer = { kind: 'transfer', categoryId: null, toAccountId: bank._id }
    await move(cash, { ...transfer, date: `${year - 1}-12-31`, arrivalDate: `${year}-01-02`, amount: 11 })
    await move(cash, { ...transfer, date: `${year}-03-03`, amount: 12 })
    await move(cash, { ...transfer, date: `${year}-04-04`, arrivalDate: `${year}-04-06`, amount: 13 })
    await move(cash, { ...transfer, date: `${year}-12-31`, arrivalDate: `${year + 1}-01-02`, amount: 14 })
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 30, date: `${year}-09-09`, method: 'cash' })
    const back = { date: `${year}-09-10`, reason: 'other' }
    succeeded(await admin.post(`/payments/${payment._id}/return`, back))
    await pay({ memberId, amount: 8, date: `${year}-09-11`, method: 'cash' })

    for (const closed of [year - 1, year]) {
      const { accounts } = succeeded(await admin.get(`/treasury_years/${closed}`)) as unknown as {
        accounts: { _id: string; closing: number }[]
      }
      const closing = new Map(
        accounts.map((account) => [nameInFile.get(account._id), Math.round(account.closing * 100)]),
      )
      const found = await balancesOf(closed)
      const assets = [...found].filter(([name]) => name.startsWith('Assets:'))
      closing.set('Assets:Em-trânsito', closed === year ? 1400 : 1100)
      assert.deepEqual(
        new Map(assets),
        new Map([...closing].filter(([, cents]) => cents !== 0)),
        String(closed),
      )
      assert.equal(
        [...found.values()].reduce((sum, cents) => sum + cents, 0),
        0,
        'double entry',
      )
    }
  },
)
