import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nifCheckDigit } from '@agremia/resources/rules/identity-numbers.ts'
import { duesTools } from '../dues/testing.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { makeMandate, sendForm, setUpDirectDebit } from './testing.ts'

const app = await testApp()
const { as, make, today } = app
const admin = await as('admin')
const { charge, read, set } = await duesTools(app)
await set('hasTreasury', 'true')
await setUpDirectDebit(app, admin)

let made = 21_000_000
function newNif(): string {
  const digits = String(++made)
  return digits + String(nifCheckDigit(digits))
}
const [portuguese, german, spanish, french] = [
  'PT50000201231234567890154',
  'DE89370400440532013000',
  'ES9121000418450200051332',
  'FR1420041010050500013M02606',
]

async function holder(iban: string, mandate: Record<string, unknown> = {}) {
  const nif = newNif()
  const { _id: memberId } = await make.member({ nif })
  const { _id: chargeId } = await charge({ memberId, amount: 24 })
  const { _id: mandateId } = await makeMandate(admin, memberId, { iban, ...mandate })
  return { nif, iban, memberId, chargeId, mandateId }
}
const list = async (query = '', caller = admin) =>
  succeeded(await caller.get(`/mandates/holders${query}`)) as unknown as {
    pairs: { nif: string; iban: string }[]
    withoutNif: number
  }
const answer = (content: string) => sendForm(admin, '/mandates/holder_answers', content)
const checkOf = async (id: string) => {
  const { holderCheck, holderCheckedOn } = await read('mandates', id)
  return [holderCheck, holderCheckedOn]
}

describe('the holders of accounts', () => {
  test('are listed once by NIF and IBAN, those of a batch or all, and not again once the bank has answered', async () => {
    const one = await holder(portuguese!)
    const other = await holder(german!)
    const { _id: sibling } = await make.member({})
    await makeMandate(admin, sibling, { iban: one.iban, debtorName: 'Outra Pessoa', holderNif: one.nif })
    const { _id: child } = await make.member({})
    await makeMandate(admin, child, { iban: portuguese, debtorName: 'Encarregado sem NIF' })
    assert.equal((await read('mandates', one.mandateId))['holderNif'], one.nif)
    assert.deepEqual(await list(), {
      pairs: [one, other].map(({ nif, iban }) => ({ nif, iban })),
      withoutNif: 1,
    })
    const { _id } = succeeded(
      await admin.post('/debit_batches', {
        dueUntil: await today(),
        collectionDate: succeeded(await admin.get('/debit_batches/readiness'))['earliestDay'],
        memberIds: [other.memberId],
      }),
    )
    assert.deepEqual((await list(`?batchId=${_id}`)).pairs, [{ nif: other.nif, iban: other.iban }])
    succeeded(await admin.post(`/debit_batches/${_id}/cancel`, { reason: 'teste' }))

    const file = `\uFEFFN.º;Contribuinte;Conta;Titular\r\n1;PT${one.nif};PT50 0002 0123 1234 5678 9015 4;S\r\n2;${other.nif};${german};N\r\n`
    const outcome = succeeded(await answer(file)) as unknown
    assert.deepEqual(outcome, { confirmed: 2, refused: 1, unknown: 0 })
    assert.deepEqual(await checkOf(one.mandateId), ['confirmed', await today()])
    assert.deepEqual(await checkOf(other.mandateId), ['refused', await today()])
    assert.deepEqual((await list()).pairs, [])
    const { _version } = await read('mandates', one.mandateId)
    succeeded(await answer(file))
    assert.equal((await read('mandates', one.mandateId))['_version'], _version, 'again: nothing changes')
    const history = (await admin.get(`/mandates/${other.mandateId}/audit_events`)).text
    assert.match(history, /holderCheck/)
  })

  test('that the bank refuses are left out of batches by name, until the account or the holder is another one', async () => {
    const { memberId, mandateId, nif } = await holder(spanish!)
    const preview = async () =>
      succeeded(
        await admin.post('/debit_batches/preview', {
          dueUntil: await today(),
          collectionDate: succeeded(await admin.get('/debit_batches/readiness'))['earliestDay'],
          memberIds: [memberId],
        }),
      ) as unknown as { count: number; leftOut: { reason: string; reasonLabel: string }[] }
    assert.equal((await preview()).count, 1)
    assert.equal((await answer(`${nif},${spanish},NMTC`)).status, 200)
    const { count, leftOut } = await preview()
    assert.deepEqual(
      [count, leftOut.map(({ reason, reasonLabel }) => [reason, reasonLabel])],
      [0, [['holder', 'O banco diz que a conta é de outra pessoa']]],
    )
    succeeded(await admin.patch(`/mandates/${mandateId}`, { notes: 'Falar com a pessoa.' }))
    assert.equal((await preview()).count, 0)
    succeeded(await admin.patch(`/mandates/${mandateId}`, { iban: french }))
    assert.deepEqual(await checkOf(mandateId), ['unchecked', null])
    assert.equal((await preview()).count, 1)
    assert.equal((await answer(`${nif}\t${french}\tSim`)).status, 200)
    const input = { debtorName: 'Outra Pessoa', holderNif: newNif() }
    succeeded(await admin.patch(`/mandates/${mandateId}`, input))
    assert.deepEqual(await checkOf(mandateId), ['unchecked', null])
  })

  test('a file that is not understood changes nothing, and its lines are named', async () => {
    const { nif, iban, mandateId } = await holder(german!)
    for (const [content, problem] of [
      ['nada disto', /nenhum IBAN/],
      [`${nif};${iban};talvez`, /linha 1\./],
      [`${nif};${iban};sim\n${newNif()};${iban}`, /linha 1, linha 2|linha 2/],
      [`123456780;${iban};sim`, /linha 1/],
      [`${nif};${iban};sim\n${nif};${iban};não`, /linha 2/],
    ] as const) {
      const { status, text } = await answer(content)
      assert.equal(status, 422, content)
      assert.match(text, problem, content)
    }
    assert.deepEqual(await checkOf(mandateId), ['unchecked', null])
    const unknown = succeeded(await answer(`${newNif()};${iban};sim`)) as unknown
    assert.deepEqual(unknown, { confirmed: 0, refused: 0, unknown: 1 })
  })

  test('are not for editors from whom they are hidden, nor for auditors and members', async () => {
    const editor = await as('editor')
    assert.equal((await editor.get('/mandates/holders')).status, 200)
    for (const who of ['auditor', 'member'] as const)
      assert.equal((await (await as(who)).get('/mandates/holders')).status, 403, who)
    for (const name of ['hidesNif', 'hidesIban']) {
      await set(name, 'true')
      assert.equal((await editor.get('/mandates/holders')).status, 403, name)
      assert.equal((await sendForm(editor, '/mandates/holder_answers', 'x')).status, 403, name)
      await set(name, 'false')
    }
    const { nif, iban, memberId, mandateId } = await holder(french!)
    await set('protectsPeople', 'true')
    const { personId } = await read('members', memberId)
    succeeded(await admin.post(`/people/${String(personId)}/protect`, { reason: 'Pediu.' }))
    assert.equal((await editor.get('/mandates/holders')).status, 403)
    const content = `${nif};${iban};sim`
    assert.equal((await sendForm(editor, '/mandates/holder_answers', content)).status, 403)
    assert.deepEqual(await checkOf(mandateId), ['unchecked', null])
    assert.equal((await answer(content)).status, 200)
    assert.equal((await admin.get('/mandates/holders?batchId=x')).status, 400)
  })
})
