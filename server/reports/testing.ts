import fc from 'fast-check'
import assert from 'node:assert/strict'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { duesTools } from '../dues/testing.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import type { TestApp } from '../testing/test-app.ts'

/** The member, in order of creation, whose tax number an entity has too. */
const sharedNif = 3

/** Fills the organisation with random members, charges, payments, states and transactions, through the API. */
export async function insertRandomRecords(app: TestApp, seed: number): Promise<void> {
  const { as, make, today } = app
  const admin = await as('admin')
  const { charge, changeState, pay, set } = await duesTools(app)
  await set('hasTreasury', 'true')
  const day = await today()
  const [pick] = fc.sample(fc.infiniteStream(fc.nat({ max: 1_000_000 })), { numRuns: 1, seed })
  const nat = (max: number) => Number(pick!.next().value) % (max + 1)
  const oneOf = <T>(values: readonly T[]): T => values[nat(values.length - 1)] as T
  const daysAgo = (most: number) => addDays(day, -nat(most))

  const accounts = []
  for (const [name, openingBalance] of [
    ['Caixa', 120.5],
    ['Banco', -30],
  ] as const)
    accounts.push(
      succeeded(
        await admin.post('/treasury_accounts', {
          name,
          kind: name === 'Caixa' ? 'cash' : 'bank',
          openingDate: '2015-01-01',
          openingBalance,
        }),
      )._id,
    )
  const categoriesOf = async (kind: string) =>
    (await admin.get(`/transaction_categories?_kind=${kind}&_limit=500`)).body.data.map(({ _id }) => _id)
  const categories = { income: await categoriesOf('income'), expense: await categoriesOf('expense') }
  const [donationCategory] = (await admin.get('/transaction_categories?_purpose=donations&_kind=income')).body
    .data
  assert.ok(donationCategory)
  const centers = []
  for (const name of ['Banda', 'Teatro', 'Bar']) {
    const { _id } = succeeded(await admin.post('/cost_centers', { name }))
    centers.push(_id)
    succeeded(
      await admin.post('/cost_center_budgets', {
        costCenterId: _id,
        year: Number(day.slice(0, 4)) - nat(1),
        income: nat(1000),
        expense: nat(1000),
      }),
    )
  }
  const entities = []
  for (let index = 0; index < 3; index++)
    entities.push(
      succeeded(
        await admin.post('/external_entities', {
          name: `Entidade ${index}`,
          // The same as one of the members.
          nif: nifOf(index === 0 ? 8_000_000 + sharedNif : 9_000_000 + index),
        }),
      )._id,
    )

  for (let index = 0; index < 6; index++)
    succeeded(
      await admin.post('/fixed_assets', {
        description: `Bem ${index}`,
        acquiredOn: addDays(day, -nat(900)),
        cost: nat(90_000) / 100,
        ...(nat(2) === 0 && { disposedOn: day }),
      }),
    )

  const memberCategories = (await admin.get('/member_categories')).body.data
    .filter(({ name }) => ['Fundador', 'Efetivo', 'Honorário'].includes(String(name)))
    .map(({ _id }) => _id)
  const members: string[] = []
  for (let index = 0; index < 14; index++) {
    const isLegal = index !== sharedNif && nat(5) === 0
    const member = await make.member({
      category: isLegal ? 'Coletivo' : oneOf(['Fundador', 'Efetivo', 'Honorário']),
      admissionDate: addDays(day, -nat(2500) - 30),
      nif: nifOf(8_000_000 + index),
      // Of age on any day of admission, as the category asks.
      ...(!isLegal && nat(4) > 0 && { birthDate: addDays('1940-01-01', nat(21_000)) }),
      ...(!isLegal && nat(3) > 0 && { gender: oneOf(['female', 'male', 'other']) }),
      ...(isLegal && { kind: 'legal', nif: null, representativeName: 'Pessoa Responsável' }),
    })
    members.push(member._id)
    const admitted = String(member['admissionDate'])
    const later = (from: string) => addDays(from, 1 + nat(400))
    let at = later(admitted)
    for (let changes = nat(3); changes > 0 && at <= day; changes--) {
      await changeState(member._id, changes % 2 === 0 ? 'Ativo' : oneOf(['Exonerado', 'Suspenso']), at).catch(
        () => undefined,
      )
      at = later(at)
    }
    if (isLegal) continue
    for (let startDate = later(admitted); startDate <= day && nat(2) > 0; startDate = later(startDate))
      succeeded(
        await admin.post(`/members/${member._id}/member_quota_terms`, {
          startDate,
          categoryId: oneOf(memberCategories),
          reason: 'Mudou de categoria',
        }),
      )
  }
  for (let index = 0; index < 40; index++) {
    const memberId = oneOf(members)
    const dueDate = addDays(day, 60 - nat(1600))
    const { _id } = await charge({
      memberId,
      type: oneOf(['other', 'donation', 'activity']),
      amount: (100 + nat(5000)) / 100,
      dueDate,
    })
    if (nat(9) === 0) succeeded(await admin.post(`/unsettled_payments/${_id}/exempt`, { reason: 'Motivo' }))
  }
  for (let index = 0; index < 30; index++) {
    const payment = await pay({
      memberId: oneOf(members),
      amount: (100 + nat(6000)) / 100,
      date: daysAgo(1200),
      method: oneOf(['transfer', 'mbway', 'cheque']),
    })
    if (nat(6) === 0) succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Engano' }))
    else if (nat(3) === 0) {
      const date = addDays(String(payment['date']), nat(500))
      succeeded(
        await admin.post(`/payments/${payment._id}/return`, {
          date: date < day ? date : day,
          reason: 'AM04',
        }),
      )
    }
  }
  for (let index = 0; index < 30; index++) {
    const kind = oneOf(['income', 'expense', 'transfer'] as const)
    const [accountId, toAccountId] = nat(1) === 0 ? accounts : accounts.toReversed()
    const isDonation = kind === 'income' && nat(2) === 0
    const [transferCategory] = (await admin.get('/transaction_categories?_kind=transfer')).body.data
    const by = nat(2)
    const transaction = succeeded(
      await admin.post('/transactions', {
        kind,
        date: daysAgo(900),
        amount: (100 + nat(30_000)) / 100,
        accountId,
        ...(kind === 'transfer' && { toAccountId }),
        categoryId: isDonation
          ? donationCategory._id
          : kind === 'transfer'
            ? transferCategory?._id
            : oneOf(categories[kind]),
        description: 'Movimento de teste',
        method: oneOf(['cash', 'transfer']),
        ...(by === 1 && kind !== 'transfer' && { externalEntityId: oneOf(entities) }),
        ...(by === 2 && kind !== 'transfer' && { memberId: oneOf(members) }),
        ...(kind !== 'transfer' && nat(1) === 0 && { costCenterId: oneOf(centers) }),
      }),
    )
    if (nat(7) === 0)
      succeeded(await admin.post(`/transactions/${transaction._id}/cancel`, { reason: 'Engano' }))
  }
  const documents: string[] = []
  for (let index = 0; index < 12; index++)
    documents.push(
      succeeded(
        await admin.post('/treasury_docs', {
          type: oneOf(['invoice', 'invoice', 'creditNote', 'invoiceReceipt', 'quote']),
          direction: oneOf(['received', 'received', 'received', 'issued']),
          date: daysAgo(800),
          description: `Documento ${index}`,
          totalAmount: (1000 + nat(20_000)) / 100,
        }),
      )._id,
    )
  for (let index = 0; index < 14; index++) {
    const transaction = succeeded(
      await admin.post('/transactions', {
        kind: 'expense',
        date: daysAgo(800),
        amount: (500 + nat(20_000)) / 100,
        accountId: oneOf(accounts),
        categoryId: oneOf(categories.expense),
        description: 'Pagamento de documentos',
        documentIds: [...new Set(Array.from({ length: 1 + nat(2) }, () => oneOf(documents)))],
      }),
    )
    if (nat(6) === 0)
      succeeded(await admin.post(`/transactions/${transaction._id}/cancel`, { reason: 'Engano' }))
  }
  for (const donor of [
    { memberId: oneOf(members) },
    { externalEntityId: oneOf(entities) },
    {},
    { memberId: oneOf(members) },
  ]) {
    const donation = await admin.post('/donations_in_kind', {
      date: daysAgo(20),
      description: 'Instrumentos',
      value: (100 + nat(30_000)) / 100,
      ...donor,
    })
    if (nat(3) === 0)
      succeeded(
        await admin.post(`/donations_in_kind/${succeeded(donation)._id}/cancel`, { reason: 'Engano' }),
      )
  }
  // Prices and quotas of next year.
  const nextYear = Number(day.slice(0, 4)) + 1
  for (const { _id: quotaPlanId } of (await admin.get('/quota_plans')).body.data)
    for (const categoryId of [null, memberCategories[0]])
      succeeded(
        await admin.post('/quota_prices', {
          quotaPlanId,
          categoryId,
          validFrom: `${nextYear}-01-01`,
          amount: (100 + nat(5000)) / 100,
        }),
      )
  for (const [index, memberId] of members.slice(0, 4).entries()) {
    const amount = (100 + nat(5000)) / 100
    const quota = { memberId, type: 'quota', year: nextYear, amount, dueDate: `${nextYear}-03-31` }
    const { _id } = await charge(quota)
    const ending = ['exempt', 'cancel'][index]
    if (ending !== undefined)
      succeeded(await admin.post(`/unsettled_payments/${_id}/${ending}`, { reason: 'Motivo' }))
  }
  // Of this year, which the test compares with the raw rows.
  for (const donor of [{ memberId: members[sharedNif] }, { externalEntityId: entities[0] }])
    succeeded(
      await admin.post('/donations_in_kind', {
        date: day,
        description: 'Livros',
        value: (100 + nat(5000)) / 100,
        ...donor,
      }),
    )
  succeeded(
    await admin.post('/transactions', {
      kind: 'income',
      date: day,
      amount: 200.01 + nat(100),
      accountId: accounts[0],
      categoryId: donationCategory._id,
      description: 'Donativo em numerário',
      method: 'cash',
      externalEntityId: entities[0],
    }),
  )
  succeeded(
    await admin.post('/donations_in_kind', {
      date: day,
      description: 'Cadeiras',
      value: 75.5,
      externalEntityId: oneOf(entities),
    }),
  )
}
