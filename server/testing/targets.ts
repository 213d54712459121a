import assert from 'node:assert/strict'
import { getDefinition, type ResourceName } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { v7 as newId } from 'uuid'
import type { TestCaller } from './caller.ts'
import { succeeded } from './make.ts'
import { createSamples } from './samples.ts'
import type { TestApp, TestUser } from './test-app.ts'

/** A new record of an owner, with input for further requests. */
export interface Target {
  id: string
  input: Record<string, unknown>
  change: Record<string, unknown>
  /** Valid input of actions, by name. */
  actions?: Record<string, Record<string, unknown>>
}

type Targets = Partial<Record<ResourceName, (owner: TestUser) => Promise<Target>>>

/**
 * Returns a function that creates targets: with the way below, else from the resource's sample, for the owner's member or person. It
 * fails when the resource has neither.
 */
export function createTargets(
  { make, sql, today }: Pick<TestApp, 'make' | 'sql' | 'today'>,
  admin: TestCaller,
): (name: string, owner: TestUser) => Promise<Target> {
  let made = 0
  const next = () => ++made
  const samples = createSamples({ make, sql })
  const mistake = { reason: 'Engano' }
  const targets: Targets = {
    async consents({ personId }) {
      const consent = await make.consent({ personId })
      const input = { personId, purpose: 'sms', status: 'given' }
      return { id: consent._id, input, change: { status: 'withdrawn' } }
    },
    async messages({ personId }) {
      const id = newId()
      await sql(
        `INSERT INTO messages (id, cause, channel, person_id, subject, body_text, state)
         VALUES ($1, 'welcome', 'email', $2, 'Boas-vindas', 'Olá.', 'sent')`,
        [id, personId],
      )
      return { id, input: {}, change: { subject: 'x' } }
    },
    async messageSettings() {
      return { id: 'welcome', input: {}, change: { subject: `Boas-vindas ${next()}` } }
    },
    async messageBatches({ memberId }) {
      const batch = await make.batch()
      const input = { subject: 'Convite', body: '<p>Olá.</p>', audience: { ids: [memberId] } }
      return { id: batch._id, input, change: { subject: 'x' } }
    },
    async contacts({ personId }) {
      const contact = await make.contact({ personId: String(personId) })
      const input = { personId, type: 'web', value: 'https://exemplo.pt' }
      return { id: contact._id, input, change: { value: `novo${next()}@exemplo.pt` } }
    },
    async memberApplications() {
      const { _id } = await make.application({ draft: true })
      return { id: _id, input: { name: 'Nova Candidatura' }, change: { city: `Cidade ${next()}` } }
    },
    async memberStates({ memberId }) {
      const [row] = await sql<{ id: string }>('SELECT id FROM member_states WHERE member_id = $1 LIMIT 1', [
        memberId,
      ])
      return { id: row?.id ?? '', input: {}, change: { reason: 'x' } }
    },
    async members({ personId }) {
      const [category] = await sql<{ id: string }>(`SELECT id FROM member_categories WHERE code = 'FUN'`)
      const record = await make.member({ personId })
      const [state] = await sql<{ id: string }>(`SELECT id FROM member_state_names WHERE name = 'Isento'`)
      const input = { name: 'Nova Pessoa', categoryId: category?.id, admissionDate: '2020-01-01' }
      const actions = { changeState: { stateNameId: state?.id, date: '2025-01-01' } }
      return { id: record._id, input, change: { city: `Cidade ${next()}` }, actions }
    },
    async people(owner) {
      const id = owner.role === 'member' ? String(owner.personId) : (await make.person())._id
      return { id, input: { name: 'Nova Pessoa' }, change: { city: `Cidade ${next()}` } }
    },
    async agreementInstalments({ memberId }) {
      await make.charge({ memberId })
      const { _id } = await make.agreement({ memberId })
      const [row] = await sql<{ id: string }>(
        'SELECT id FROM agreement_instalments WHERE agreement_id = $1',
        [_id],
      )
      return { id: row?.id ?? '', input: {}, change: {} }
    },
    async memberBalances({ memberId }) {
      return { id: String(memberId), input: {}, change: { balance: 0 } }
    },
    async paymentAgreements({ memberId }) {
      await make.charge({ memberId })
      const { _id } = await make.agreement({ memberId })
      await make.charge({ memberId })
      const input = { memberId, instalments: 2, firstDate: await today() }
      return { id: _id, input, change: { notes: `Nota ${next()}` }, actions: { cancel: mistake } }
    },
    async paymentItems({ memberId }) {
      const { _id } = await make.payment({ memberId })
      const [row] = await sql<{ id: string }>('SELECT id FROM payment_items WHERE payment_id = $1', [_id])
      return { id: row?.id ?? '', input: {}, change: {} }
    },
    async payments({ memberId }) {
      const { _id } = await make.payment({ memberId })
      const input = { memberId, date: await today(), amount: 5, method: 'cash' }
      return { id: _id, input, change: { reference: `TRF ${next()}` }, actions: { cancel: mistake } }
    },
    async sessions({ userId }) {
      const id = newId()
      await sql(
        `INSERT INTO sessions (id, user_id, role, method, expires_at)
         SELECT $1, id, role, 'password', now() + interval '1 day' FROM users WHERE id = $2`,
        [id, userId],
      )
      return { id, input: {}, change: { device: 'x' } }
    },
    async bulkActions() {
      const bulk = await make.bulkAction()
      const { _id, title, resource, action, input, audience } = bulk
      return { id: _id, input: { title, resource, action, input, audience }, change: { title: 'x' } }
    },
    async bulkActionResults() {
      return { id: newId(), input: {}, change: { reason: 'x' } }
    },
    async cardRuns() {
      const input = { audience: { ids: [newId()] } }
      const [row] = await sql<{ id: string }>('SELECT id FROM card_runs LIMIT 1')
      return { id: row?.id ?? newId(), input, change: { type: 'paper' } }
    },
    async cashSheets() {
      const date = () => addDays('2020-01-01', next())
      const created = await admin.post('/cash_sheets', { date: date(), countedCash: 0 })
      return {
        id: created.body.data._id,
        input: { date: date(), countedCash: 0 },
        change: { countedCash: 5 },
        actions: { reopen: mistake },
      }
    },
    async membershipCards({ memberId }) {
      await sql('UPDATE membership_cards SET status = $1 WHERE member_id = $2', ['replaced', memberId])
      const { _id } = await make.card({ memberId })
      await sql('UPDATE membership_cards SET status = $1 WHERE id <> $2', ['expired', _id])
      const free = await make.member()
      return {
        id: _id,
        input: { memberId: free._id },
        change: { type: 'paper' },
        actions: { revoke: mistake },
      }
    },
    async membershipCardLetters() {
      const { _id: cardId } = await make.card()
      const letter = await admin.post('/membership_card_letters', { cardId })
      const { _id: other } = await make.card()
      return { id: letter.body.data._id, input: { cardId: other }, change: { text: `Texto ${next()}` } }
    },
    async printBatches() {
      const { _id } = await make.card()
      const [row] = await sql<{ id: string }>('SELECT id FROM print_batches LIMIT 1')
      const input = { cardSet: 'selecao', chosen: { ids: [_id] } }
      return { id: row?.id ?? newId(), input, change: { layout: 'single' } }
    },
    async quotaPrices() {
      const input = { quotaPlanId: (await make.plan())._id, validFrom: '2020-01-01', amount: 5 }
      return { id: (await make.price())._id, input, change: { amount: 6 } }
    },
    async quotaRuns() {
      const input = { year: 2026, categoryIds: [newId()] }
      const [row] = await sql<{ id: string }>('SELECT id FROM quota_runs LIMIT 1')
      return { id: row?.id ?? newId(), input, change: { year: 2027 } }
    },
    async unsettledPayments({ memberId }) {
      const { _id } = await make.charge({ memberId })
      const input = { memberId, type: 'other', amount: 5, dueDate: await today() }
      return { id: _id, input, change: { description: `Outra ${next()}` }, actions: { cancel: mistake } }
    },
    async settings() {
      return { id: 'organisationAddress', input: { name: 'x' }, change: { value: `Rua ${next()}` } }
    },
    async users(owner) {
      const id = owner.role === 'member' ? owner.userId : (await make.user())._id
      const input = { name: 'Nova Conta', email: `conta${next()}@exemplo.pt` }
      return { id, input, change: { name: `Novo Nome ${next()}` } }
    },
  }
  return async (given, owner) => {
    const name = given as ResourceName
    const target = targets[name]
    if (target) return target(owner)
    const sample = samples[name]
    if (!sample)
      return assert.fail(
        `${name}: write how to make one in server/testing/samples.ts, or in targets.ts beside it`,
      )
    const { fields } = getDefinition(name)
    const own = Object.fromEntries(
      (['memberId', 'personId'] as const)
        .filter((field) => fields[field])
        .map((field) => [field, owner[field]]),
    )
    const input = async () => ({ ...(await sample.input()), ...own })
    const { _id } = succeeded(await admin.post(`/${resourcePath(name)}`, await input()))
    return { id: _id, input: await input(), change: sample.change }
  }
}
