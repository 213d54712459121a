import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '../../database/transaction.ts'
import { maintain } from '../../maintenance.ts'
import type { TestRecord } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { untilSomeoneWaits } from '../../testing/lock-waits.ts'
import { testApp } from '../../testing/test-app.ts'
import { lockLedger, refreshLedger } from '../ledger/ledger.ts'
import { duesTools } from '../testing.ts'

const app = await testApp()
const { as, clock, make, today } = app
const admin = await as('admin')
const { category, changeState, generate, pay, read, set } = await duesTools(app)
const year = Number((await today()).slice(0, 4))

describe('an agreement', () => {
  const stateOf = async (id: string) => {
    const { state, openAmount } = await read('payment_agreements', id)
    return [state, openAmount]
  }
  const paidOf = async (id: string) =>
    (await admin.get(`/payment_agreements/${id}/agreement_instalments?_sort=dueDate`)).body.data.map(
      (part) => part['paidAmount'],
    )

  test('a cancelled payment reopens a fulfilled agreement, which can then be ended', async () => {
    const member = await make.member()
    const charge = await make.charge({ memberId: member._id, amount: 10 })
    const agreed = { memberId: member._id, instalments: 2, firstDate: await today() }
    const { _id } = await make.agreement(agreed)
    const payment = await pay({ memberId: member._id, amount: 10 })
    assert.deepEqual(
      [await stateOf(_id), await paidOf(_id)],
      [
        ['fulfilled', 0],
        [5, 5],
      ],
    )
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(
      [await stateOf(_id), await paidOf(_id)],
      [
        ['active', 10],
        [0, 0],
      ],
    )
    succeeded(await admin.post(`/unsettled_payments/${charge._id}/exempt`, { reason: 'Desemprego' }))
    assert.deepEqual(await stateOf(_id), ['fulfilled', 0])
    succeeded(await admin.post(`/unsettled_payments/${charge._id}/restore`))
    assert.deepEqual(await stateOf(_id), ['active', 10])
    const again = await pay({ memberId: member._id, amount: 4 })
    succeeded(await admin.post(`/payment_agreements/${_id}/cancel`, { reason: 'Falhou' }))
    succeeded(await admin.post(`/payments/${again._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(await stateOf(_id), ['cancelled', 6], 'an ended agreement keeps its open amount')
    assert.equal((await make.agreement(agreed))['amount'], 10)
  })

  test('ending an agreement releases its charges, paid ones included, for a new agreement', async () => {
    const member = await make.member()
    const [paid] = [
      await make.charge({ memberId: member._id, amount: 10, dueDate: '2024-01-01' }),
      await make.charge({ memberId: member._id, amount: 10 }),
    ]
    const agreed = { memberId: member._id, instalments: 2, firstDate: await today() }
    const { _id } = await make.agreement(agreed)
    const payment = await pay({ memberId: member._id, amount: 10 })
    succeeded(await admin.post(`/payment_agreements/${_id}/cancel`, { reason: 'Falhou' }))
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    assert.equal((await make.agreement({ ...agreed, chargeIds: [paid._id] }))['amount'], 10)
  })

  test('the amount of a charge in an agreement cannot be raised, only lowered', async () => {
    const member = await make.member()
    const charge = await make.charge({ memberId: member._id, amount: 10 })
    const agreed = { memberId: member._id, instalments: 2, firstDate: await today() }
    const { _id } = await make.agreement(agreed)
    const change = (amount: number) => admin.patch(`/unsettled_payments/${charge._id}`, { amount })
    const refused = await change(12)
    assert.equal(refused.status, 422)
    assert.match(String(refused.body.errors['amount']), /registe a diferença como outra dívida/)
    succeeded(await change(8))
    assert.deepEqual(await stateOf(_id), ['active', 8])
    assert.deepEqual(await paidOf(_id), [0, 0], 'the reduction is not counted as paid')
    succeeded(await admin.post(`/payment_agreements/${_id}/cancel`, { reason: 'Falhou' }))
    succeeded(await change(12))
  })

  test('payments settle the first instalments, waived amounts the last', async () => {
    const member = await make.member()
    const memberId = member._id
    const [begun, other, third] = [
      await make.charge({ memberId, amount: 20, dueDate: '2024-01-01' }),
      await make.charge({ memberId, amount: 10 }),
      await make.charge({ memberId, amount: 5 }),
    ]
    await pay({ memberId, amount: 5 })
    const { _id } = await make.agreement({ memberId, instalments: 3, firstDate: await today() })
    const parts = async () =>
      (await admin.get(`/payment_agreements/${_id}/agreement_instalments?_sort=dueDate`)).body.data.map(
        (part) => [part['paidAmount'], part['waivedAmount']],
      )
    succeeded(await admin.post(`/unsettled_payments/${other._id}/exempt`, { reason: 'Desemprego' }))
    succeeded(await admin.post(`/unsettled_payments/${third._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(
      [await stateOf(_id), await parts()],
      [
        ['active', 15],
        [
          [0, 0],
          [0, 5],
          [0, 10],
        ],
      ],
    )
    await pay({ memberId, amount: 12 })
    assert.deepEqual(await parts(), [
      [10, 0],
      [2, 5],
      [0, 10],
    ])
    succeeded(await admin.post(`/unsettled_payments/${third._id}/restore`))
    assert.deepEqual(
      [await stateOf(_id), await parts()],
      [
        ['active', 8],
        [
          [10, 0],
          [2, 0],
          [0, 10],
        ],
      ],
    )
    succeeded(await admin.patch(`/unsettled_payments/${begun._id}`, { amount: 17 }))
    succeeded(await admin.post(`/unsettled_payments/${third._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual(
      [await stateOf(_id), await parts()],
      [
        ['fulfilled', 0],
        [
          [10, 0],
          [2, 8],
          [0, 10],
        ],
      ],
    )
  })

  test('charges cancelled by a leaving or an undone generation reduce the agreement', async () => {
    const { category: name, id } = await category(
      { amount: 2 },
      { periodicity: 'monthly', dueDay: 8, dueMonth: 1 },
    )
    const member = await make.member({ category: name })
    await generate({ categoryIds: [id], year: year - 1 })
    const { _id } = await make.agreement({ memberId: member._id, instalments: 2, firstDate: await today() })
    await changeState(member._id, 'Exonerado', `${year - 1}-09-15`)
    assert.deepEqual(await stateOf(_id), ['active', 18])

    const other = await make.member({ category: name })
    const run = await generate({ categoryIds: [id], year: year - 1 })
    const taken = await make.agreement({ memberId: other._id, instalments: 2, firstDate: await today() })
    succeeded(await admin.post(`/quota_runs/${run._id}/undo`))
    assert.deepEqual(await stateOf(taken._id), ['fulfilled', 0])
  })

  /** Starts `meanwhile` while another transaction is cancelling the charge and holds the ledger lock. Returns the result of `meanwhile`. */
  async function whileCancelling<T>(charge: TestRecord, meanwhile: () => Promise<T>): Promise<T> {
    const memberId = String(charge['memberId'])
    const { world } = app.app
    const [day, settings] = [await today(), await world.organisation.settings()]
    const [answer] = await inTransaction(app.database, async (db) => {
      await lockLedger(db, [memberId])
      await db.query({
        text: `UPDATE unsettled_payments SET status = 'cancelled', cancelled_by = 'person' WHERE id = $1`,
        values: [charge._id],
      })
      await refreshLedger({ db, today: day, settings, changes: [] }, [memberId])
      const begun = meanwhile()
      await untilSomeoneWaits(app, begun)
      return [begun]
    })
    return await (answer as Promise<T>)
  }

  test('a new agreement is rejected when one of its charges is cancelled meanwhile', async () => {
    const { _id: memberId } = await make.member()
    const charges = [await make.charge({ memberId, amount: 10 }), await make.charge({ memberId, amount: 5 })]
    const input = {
      memberId,
      chargeIds: charges.map(({ _id }) => _id),
      instalments: 2,
      firstDate: await today(),
    }
    const refused = await whileCancelling(charges[0] as TestRecord, () =>
      admin.post('/payment_agreements', input),
    )
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['chargeIds']])
    assert.equal((await read('unsettled_payments', charges[1]?._id ?? ''))['agreementId'], null)
  })

  test('the daily job waits for a transaction that changes the charges of an agreement', async () => {
    const charge = await make.charge({ amount: 10 })
    const agreed = { memberId: charge['memberId'], instalments: 2, firstDate: await today() }
    const { _id } = await make.agreement(agreed)
    await set('agreementGraceDays', '30')
    clock.advance({ days: 16 })
    await maintain(app.app.world)
    await set('agreementGraceDays', '15')
    await whileCancelling(charge, () => maintain(app.app.world))
    assert.deepEqual(await stateOf(_id), ['fulfilled', 0])
  })
})
