import assert from 'node:assert/strict'
import { getDefinition, type ResourceName } from '@agremia/resources/definitions/index.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { v7 as newId } from 'uuid'
import type { TestCaller } from './caller.ts'
import { succeeded } from './make.ts'
import {
  createSamples,
  insertBackup,
  insertBankLine,
  insertChargeDifference,
  insertDebits,
  insertDuplicate,
  insertImport,
  insertIncomingPayment,
  insertPaymentIntent,
  insertRecordFile,
} from './samples.ts'
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
  async function insertDelivery(id: string): Promise<void> {
    const webhook = await admin.post('/webhooks', await samples.webhooks?.input())
    await sql(
      `INSERT INTO webhook_deliveries (id, webhook_id, event, record_id) VALUES ($1, $2, 'webhooks.test', '1')`,
      [id, succeeded(webhook)._id],
    )
  }
  /** Gives back 1 € of a new payment; returns the id of the refund. */
  async function makeRefund(memberId: unknown): Promise<string> {
    await make.payment({ memberId, amount: 500 })
    const input = { amount: 1, date: await today(), method: 'transfer', reason: 'Saiu.' }
    return succeeded(await admin.post(`/members/${String(memberId)}/refund_credit`, input))._id
  }
  /** The collector with the owner's account. */
  async function collectorOf({ userId }: TestUser): Promise<string> {
    const [known] = await sql<{ id: string }>('SELECT id FROM collectors WHERE user_id = $1', [userId])
    return known?.id ?? (await make.collector({ userId }))._id
  }
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
    async memberExemptions({ memberId }) {
      const yearOf = (years: number) => ({
        startDate: `${1900 + years}-01-01`,
        endDate: `${1900 + years}-12-31`,
      })
      const input = { memberId, reason: 'Deliberação' }
      const { _id } = succeeded(await admin.post('/member_exemptions', { ...input, ...yearOf(next() % 100) }))
      return {
        id: _id,
        input: { ...input, ...yearOf(next() % 100) },
        change: { reason: `Deliberação ${next()}` },
        actions: { remove: mistake },
      }
    },
    async memberQuotaTerms({ memberId }) {
      const [row] = await sql<{ id: string }>('SELECT category_id AS id FROM members WHERE id = $1', [
        memberId,
      ])
      const input = { memberId, categoryId: row?.id, customQuota: 10, reason: 'Deliberação' }
      const startDate = addDays(await today(), -next())
      const { _id } = succeeded(await admin.post('/member_quota_terms', { ...input, startDate }))
      return {
        id: _id,
        input: { ...input, startDate: addDays(await today(), next()) },
        change: { customQuota: next() },
        actions: { remove: mistake },
      }
    },
    async memberStates({ memberId }) {
      const [row] = await sql<{ id: string; day: string }>(
        'SELECT current_state_id AS id, admission_date::text AS day FROM members WHERE id = $1',
        [memberId],
      )
      const leave = await make.stateName()
      const days = next()
      const correction = 'Deliberação'
      const input = {
        memberId,
        stateNameId: row?.id,
        startDate: addDays(String(row?.day), 3 * days + 1),
        correction,
      }
      const startDate = addDays(String(row?.day), 3 * days)
      const { _id } = succeeded(
        await admin.post('/member_states', { ...input, startDate, stateNameId: leave._id }),
      )
      return { id: _id, input, change: { reason: 'x', correction }, actions: { remove: mistake } }
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
    async chargeDifferences() {
      const { _id: quotaPlanId } = await make.plan()
      await make.price({ quotaPlanId })
      const category = String((await make.category({ quotaPlanId }))['name'])
      const { _id: memberId } = await make.member({ category, admissionDate: '2020-01-15' })
      const { _id: chargeId } = await make.charge({ memberId, type: 'quota', year: 2025 })
      await sql(`UPDATE unsettled_payments SET origin = 'generation' WHERE id = $1`, [chargeId])
      const id = await insertChargeDifference(sql, { memberId, chargeId })
      return { id, input: {}, change: { reason: 'x' } }
    },
    async creditRefunds({ memberId }) {
      return {
        id: await makeRefund(memberId),
        input: {},
        change: { reason: 'x' },
        actions: { cancel: mistake },
      }
    },
    async paymentReturns({ memberId }) {
      const { _id } = await make.payment({ memberId })
      succeeded(await admin.post(`/payments/${_id}/return`, { date: await today(), reason: 'AM04' }))
      const [row] = await sql<{ id: string }>('SELECT id FROM payment_returns WHERE payment_id = $1', [_id])
      return { id: row?.id ?? '', input: {}, change: { notes: 'x' } }
    },
    async paymentItems({ memberId }) {
      const { _id } = await make.payment({ memberId })
      const [row] = await sql<{ id: string }>('SELECT id FROM payment_items WHERE payment_id = $1', [_id])
      return { id: row?.id ?? '', input: {}, change: {} }
    },
    async transactions() {
      const { _id, accountId, categoryId } = await make.transaction()
      const input = {
        kind: 'expense',
        date: await today(),
        description: 'Selos',
        amount: 5,
        accountId,
        categoryId,
      }
      return { id: _id, input, change: { notes: `Nota ${next()}` }, actions: { cancel: mistake } }
    },
    async treasuryDocs() {
      const { _id } = await make.treasuryDoc()
      const input = { type: 'slip', description: 'Talão', date: await today() }
      return { id: _id, input, change: { notes: `Nota ${next()}` }, actions: { cancel: mistake } }
    },
    async bankStatements() {
      const { statementId } = await insertBankLine({ make, sql })
      return { id: statementId, input: {}, change: { fileName: 'outro.csv' } }
    },
    async bankLines() {
      const { lineId } = await insertBankLine({ make, sql })
      return { id: lineId, input: {}, change: { description: 'Outra' }, actions: { ignore: mistake } }
    },
    async imports() {
      const { importId } = await insertImport(sql)
      return { id: importId, input: {}, change: { emptyClears: true } }
    },
    async importRows() {
      const { rowId } = await insertImport(sql)
      return { id: rowId, input: {}, change: { isExcluded: true } }
    },
    async mandates({ memberId }) {
      const { mandateId } = await insertDebits({ make, sql }, String(memberId))
      const actions = { suspend: mistake, revoke: mistake }
      return { id: mandateId, input: { memberId }, change: { notes: `Nota ${next()}` }, actions }
    },
    async debitBatches({ memberId }) {
      const { batchId } = await insertDebits({ make, sql }, String(memberId))
      return { id: batchId, input: {}, change: { number: 'x' }, actions: { cancel: mistake } }
    },
    async debitCollections({ memberId }) {
      const { collectionId } = await insertDebits({ make, sql }, String(memberId))
      return { id: collectionId, input: {}, change: { remittance: 'x' } }
    },
    async debitAnswers({ memberId }) {
      const { answerId } = await insertDebits({ make, sql }, String(memberId))
      return { id: answerId, input: {}, change: { fileName: 'x' } }
    },
    async rounds(owner) {
      const collectorId = await collectorOf(owner)
      const { _id } = await make.round({ collectorId })
      const other = await make.round()
      succeeded(await admin.post(`/rounds/${other._id}/cancel`, mistake))
      const input = { collectorId: other['collectorId'], dueUntil: await today() }
      return {
        id: _id,
        input,
        change: { notes: `Nota ${next()}` },
        actions: { cancel: mistake, settle: { date: await today(), deliveredAmount: 0 } },
      }
    },
    async roundVisits(owner) {
      const { _id } = await make.round({ collectorId: await collectorOf(owner) })
      succeeded(await admin.post(`/rounds/${_id}/hand_out`))
      const [row] = await sql<{ id: string }>('SELECT id FROM round_visits WHERE round_id = $1', [_id])
      return {
        id: row?.id ?? '',
        input: {},
        change: { note: 'x' },
        actions: { mark: { outcome: 'absent' } },
      }
    },
    async donationsInKind() {
      const input = { date: await today(), description: `Cadeiras ${next()}`, value: 60 }
      const { _id } = succeeded(await admin.post('/donations_in_kind', input))
      return { id: _id, input, change: { valuation: 'Fatura' }, actions: { cancel: mistake } }
    },
    async keptReports() {
      const input = { report: 'paymentsPerYear', purpose: 'Assembleia' }
      const { _id } = succeeded(await admin.post('/kept_reports', input))
      return { id: _id, input, change: { purpose: 'Outra' } }
    },
    async recordFiles({ memberId }) {
      const id = await insertRecordFile(sql, { memberId })
      return { id, input: {}, change: { notes: `Nota ${next()}` } }
    },
    async transactionSplits() {
      const transaction = await make.transaction({ costCenterId: (await make.costCenter())._id })
      const [row] = await sql<{ id: string }>('SELECT id FROM transaction_splits WHERE transaction_id = $1', [
        transaction._id,
      ])
      return { id: row?.id ?? '', input: {}, change: {} }
    },
    async payments({ memberId }) {
      const { _id } = await make.payment({ memberId })
      const input = { memberId, date: await today(), amount: 5, method: 'cash' }
      return { id: _id, input, change: { reference: `TRF ${next()}` }, actions: { cancel: mistake } }
    },
    async apiCalls() {
      const { _id } = succeeded(await admin.post('/api_secrets', { name: `Programa ${next()}` }))
      const id = newId()
      await sql(
        `INSERT INTO api_calls (id, api_secret_id, method, path, status) VALUES ($1, $2, 'GET', '/api/members', 200)`,
        [id, _id],
      )
      return { id, input: {}, change: { path: 'x' } }
    },
    async backups() {
      return {
        id: await insertBackup(sql),
        input: { kind: 'requested', withFiles: false },
        change: { kind: 'export' },
      }
    },
    async dataBreaches() {
      const input = {
        summary: `Folha perdida ${next()}`,
        knownAt: '2026-01-05T10:00:00Z',
        description: 'Ficou no comboio.',
        people: 'Alunos',
        data: 'Nome e telefone.',
      }
      const { _id } = succeeded(await admin.post('/data_breaches', input))
      const actions = {
        notify: { notifiedAt: '2026-01-06T10:00:00Z' },
        dismiss: { reason: 'Papel sem dados.' },
      }
      return { id: _id, input, change: { people: `Alunos ${next()}` }, actions }
    },
    async dataRequests({ memberId }) {
      const input = { memberId, right: 'access', receivedOn: '2026-01-05' }
      const { _id } = succeeded(await admin.post('/data_requests', input))
      return { id: _id, input, change: { details: `Nota ${next()}` } }
    },
    async dataPackages({ memberId }) {
      const owner = memberId ?? (await make.member())._id
      const request = { memberId: owner, right: 'access', receivedOn: '2026-01-05' }
      const input = { dataRequestId: succeeded(await admin.post('/data_requests', request))._id }
      const { _id } = succeeded(await admin.post('/data_packages', input))
      return { id: _id, input, change: { problem: 'x' } }
    },
    async duplicates() {
      return { id: await insertDuplicate({ make, sql }), input: {}, change: { name: 'x' } }
    },
    async merges() {
      const pair = async () => ({
        personId: (await make.member())['personId'],
        lostPersonId: (await make.member())['personId'],
      })
      const { _id } = succeeded(await admin.post('/merges', await pair()))
      return { id: _id, input: await pair(), change: { name: 'x' } }
    },
    async erasures() {
      const id = newId()
      await sql(
        `INSERT INTO erasures (id, day, rule, count, by_name) VALUES ($1, '2026-01-02', 'photos', 1, $2)`,
        [id, `Programa ${next()}`],
      )
      return { id, input: {}, change: { count: 2 } }
    },
    async webhookDeliveries() {
      const id = newId()
      await insertDelivery(id)
      return { id, input: {}, change: { event: 'x' } }
    },
    async webhookAttempts() {
      const id = newId()
      const deliveryId = newId()
      await insertDelivery(deliveryId)
      await sql(
        'INSERT INTO webhook_attempts (id, webhook_delivery_id, at, duration) VALUES ($1, $2, now(), 5)',
        [id, deliveryId],
      )
      return { id, input: {}, change: { problem: 'x' } }
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
    async incomingPayments() {
      const id = await insertIncomingPayment(sql)
      const { _id: memberId } = await make.member()
      return { id, input: {}, change: { problem: 'x' }, actions: { match: { memberId }, dismiss: mistake } }
    },
    async paymentIntents({ memberId }) {
      const { _id: chargeId } = await make.charge({ memberId })
      const id = await insertPaymentIntent(sql, { memberId: String(memberId), chargeId })
      return { id, input: {}, change: { description: 'x' } }
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
