import assert from 'node:assert/strict'
import { allDefinitions, type ResourceName } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { v7 as newId } from 'uuid'
import type { TestCaller } from './caller.ts'
import { nifOf, succeeded } from './make.ts'
import type { TestApp } from './test-app.ts'

/** Inserts a file of a record, without content. Returns its id. */
export async function insertRecordFile(
  sql: TestApp['sql'],
  { memberId = null, treasuryDocId = null }: { memberId?: string | null; treasuryDocId?: string | null },
): Promise<string> {
  const id = newId()
  await sql(
    `WITH file AS (INSERT INTO stored_files (id, media_type, bytes) VALUES ($1, 'application/pdf', 9))
     INSERT INTO record_files (id, member_id, treasury_doc_id, name, media_type, bytes, search_text)
     VALUES ($1, $2, $3, 'ficha.pdf', 'application/pdf', 9, ' ficha pdf')`,
    [id, memberId, treasuryDocId],
  )
  return id
}

/** Inserts a charge that differs from the rules, to be decided on. Returns its id. */
export async function insertChargeDifference(
  sql: TestApp['sql'],
  { memberId, chargeId }: { memberId: string; chargeId: string },
): Promise<string> {
  const id = newId()
  await sql(
    `INSERT INTO charge_differences (id, member_id, unsettled_payment_id, expected_amount, reason) VALUES ($1, $2, $3, 100, 'price')`,
    [id, memberId, chargeId],
  )
  return id
}

/** Inserts an import of a file with a row that was not imported yet, and returns the ids. */
export async function insertImport(sql: TestApp['sql']): Promise<{ importId: string; rowId: string }> {
  const [importId, rowId] = [newId(), newId()]
  await sql(
    `WITH import AS (
       INSERT INTO imports (id, file_name, kind, format, state, step, columns, mapping, total, created)
       VALUES ($1, 'lista.csv', 'members', 'text', 'ready', 'check', '{"list": [{"name": "Nome", "samples": [], "found": "title"}]}', '{"0": "name"}', 1, 1))
     INSERT INTO import_rows (id, import_id, place, label, verdict, cells, input)
     VALUES ($2, $1, 2, 'Ana Silva', 'created', '{Ana Silva}', '{"input": {"name": "Ana Silva"}, "more": {}}')`,
    [importId, rowId],
  )
  return { importId, rowId }
}

/** Inserts a pair of new people who may be the same. Returns its id. */
export async function insertDuplicate({ make, sql }: Pick<TestApp, 'make' | 'sql'>): Promise<string> {
  const [one, other] = [await make.person(), await make.person()]
  const id = newId()
  await sql(
    `INSERT INTO duplicates (id, person_id, other_person_id, name, other_name, reasons, strength, search_text)
     VALUES ($1, $2, $3, 'Ana Silva', 'Ana M. Silva', '{name}', 'likely', ' ana silva')`,
    [id, ...[one._id, other._id].toSorted()],
  )
  return id
}

/** Inserts a complete export without its file, which nobody checks. Returns its id. */
export async function insertBackup(sql: TestApp['sql']): Promise<string> {
  const id = newId()
  await sql(
    `INSERT INTO backups (id, kind, file_name, state, is_encrypted) VALUES ($1::uuid, 'export', 'exportacao-' || $1, 'done', false)`,
    [id],
  )
  return id
}

/** Inserts a line of a bank statement with an account of its own, and returns the ids. */
export async function insertBankLine({ make, sql }: Pick<TestApp, 'make' | 'sql'>) {
  const { _id: accountId } = await make.account()
  const [statementId, lineId] = [newId(), newId()]
  await sql(
    `WITH statement AS (
       INSERT INTO bank_statements (id, file_name, account_id, format, from_date, to_date, line_count, new_lines, search_text)
       VALUES ($1, 'extrato.csv', $3, 'csv', '2026-01-02', '2026-01-02', 1, 1, ' extrato csv'))
     INSERT INTO bank_lines (id, statement_id, account_id, place, date, description, amount, entry_amount, ordinal, pattern, search_text)
     VALUES ($2, $1, $3, 1, '2026-01-02', 'Transferência', 2400, 2400, 1, 'transferencia', ' transferencia')`,
    [statementId, lineId, accountId],
  )
  return { accountId: String(accountId), statementId, lineId }
}

/** Inserts a reference of a gateway for a charge of 24 €, which was asked for. Returns its id. */
export async function insertPaymentIntent(
  sql: TestApp['sql'],
  { memberId, chargeId }: { memberId: string; chargeId: string },
): Promise<string> {
  const id = newId()
  await sql(
    `INSERT INTO payment_intents (id, member_id, gateway, kind, amount, description, lines, order_id, charge_ids, charge_amounts, instalment_ids)
     VALUES ($1, $2, 'ifthenpay', 'multibanco', 2400, 'Quota', '[]', $3, ARRAY[$4]::uuid[], '{2400}', '{}')`,
    [id, memberId, id.replaceAll('-', '').slice(-15), chargeId],
  )
  return id
}

/** Inserts 24 € that a gateway received of nobody known. Returns its id. */
export async function insertIncomingPayment(
  sql: TestApp['sql'],
  paymentIntentId: string | null = null,
): Promise<string> {
  const id = newId()
  await sql(
    `INSERT INTO incoming_payments (id, gateway, key, kind, state, amount, paid_at, payment_intent_id, raw)
     VALUES ($1, 'eupago', $2, 'multibanco', 'toMatch', 2400, now(), $3, '{}')`,
    [id, id, paymentIntentId],
  )
  return id
}

/** Inserts an authorisation of a member, a batch that was not sent with its debit of 24 €, and an answer; returns the ids. */
export async function insertDebits({ make, sql }: Pick<TestApp, 'make' | 'sql'>, memberId: string) {
  const { _id: accountId } = await make.account()
  const [mandateId, batchId, collectionId, answerId] = [newId(), newId(), newId(), newId()]
  await sql(
    `INSERT INTO mandates (id, member_id, reference, kind, debtor_name, iban, signed_on, state, search_text)
     VALUES ($1, $2, $3, 'recurrent', 'Óscar Pinheiro', 'PT50000201231234567890154', '2026-01-02', 'active', ' oscar pinheiro')`,
    [mandateId, memberId, mandateId.replaceAll('-', '')],
  )
  await sql(
    `INSERT INTO debit_batches (id, number, due_until, collection_date, collections, amount, account_id, pain_version, creditor)
     VALUES ($1, $2, '2026-01-31', '2026-02-02', 1, 2400, $3, '02', '{"name":"Clube","nif":null,"creditorId":"PT73ZZZ123456","iban":"PT50003506510000000004329"}')`,
    [batchId, `DD/${batchId.slice(-8)}`, accountId],
  )
  await sql(
    `INSERT INTO debit_collections (id, batch_id, member_id, mandate_id, mandate_reference, debtor_name, iban, signed_on, sequence, amount, remittance)
     VALUES ($1, $2, $3, $4, 'ADC-1', 'Óscar Pinheiro', 'PT50000201231234567890154', '2026-01-02', 'RCUR', 2400, 'Quota')`,
    [collectionId, batchId, memberId, mandateId],
  )
  await sql(
    `INSERT INTO debit_answers (id, file_name, format, lines, search_text) VALUES ($1, 'resposta.xml', 'pain002', '[]', ' resposta xml')`,
    [answerId],
  )
  return { mandateId, batchId, collectionId, answerId }
}

/** How to create and change a record. Each resource that people create, change and delete needs one. */
export interface Sample {
  /** A new valid record, different each time. */
  input(): Promise<Record<string, unknown>>
  /** A valid change. */
  change: Record<string, unknown>
}

type Samples = Partial<Record<ResourceName, Sample>>

export function createSamples({ make, sql }: Pick<TestApp, 'make' | 'sql'>): Samples {
  let made = 0
  const next = () => ++made
  return {
    cardTemplates: {
      input: async () => {
        const [shipped] = await sql<object>('SELECT front, back FROM card_templates LIMIT 1')
        return { name: `Cartão de gala ${next()}`, order: next(), orientation: 'landscape', ...shipped }
      },
      change: { active: false },
    },
    collectors: {
      input: async () => ({
        name: `Armindo Paz ${next()}`,
        phone: '+351912345678',
        email: `armindo${next()}@exemplo.pt`,
        userId: (await make.user())._id,
        commissionRate: 7.5,
        amountPerReceipt: 0.25,
        externalEntityId: (await sql<{ id: string }>('SELECT id FROM external_entities LIMIT 1'))[0]?.id,
        notes: 'Só aos sábados.',
      }),
      change: { commissionRate: 8.25 },
    },
    contacts: {
      input: async () => ({
        personId: (await make.person())._id,
        type: 'email',
        value: `outro${next()}@exemplo.pt`,
        label: 'work',
        preferred: true,
        forBilling: true,
        notes: 'Só de manhã.\nÀs vezes.',
      }),
      change: { notes: 'Só à tarde.' },
    },
    memberApplications: {
      // Drafts, because only they can be deleted.
      input: async () => ({
        stateId: (
          await sql<{ id: string }>(`SELECT id FROM member_application_states WHERE code = 'draft'`)
        )[0]?.id,
        name: `Duarte Falcão ${next()}`,
        nif: nifOf(700_000 + next()),
        kind: 'natural',
        birthDate: '1990-03-04',
        email: `duarte${next()}@exemplo.pt`,
        mobile: '+351912345678',
        city: 'Aveiro',
        categoryId: (await make.category())._id,
        capitalTitles: 5,
        proposer1Id: (await make.member())._id,
        interests: ['Teatro'],
        terms: true,
        newsletter: true,
        internalNotes: 'Veio com o irmão.',
      }),
      change: { city: 'Ílhavo' },
    },
    memberCategories: {
      input: async () => ({
        name: `Amigo ${next()}`,
        code: `A${next()}`,
        order: next(),
        active: true,
        hasVote: false,
        canBeElected: false,
        paysQuota: true,
        allowsCollective: true,
        minAge: 10,
        maxAge: 90,
        autoPromoteToId: (await make.category())._id,
      }),
      change: { order: 999 },
    },
    memberStateNames: {
      input: async () => ({
        name: `Em viagem ${next()}`,
        colour: 'blue',
        order: next(),
        active: true,
        marksEnd: false,
        chargesQuota: false,
        hasRights: true,
        needsReason: true,
        needsDocument: false,
      }),
      change: { colour: 'amber' },
    },
    members: {
      input: async () => ({
        name: `Inês Mendonça ${next()}`,
        nif: nifOf(next()),
        birthDate: '1980-05-20',
        email: `ines${next()}@exemplo.pt`,
        mobile: '+351912345678',
        postalCode: '4050-262',
        city: 'Porto',
        memberNumber: 10_000 + next(),
        categoryId: (await sql<{ id: string }>(`SELECT id FROM member_categories WHERE code = 'EFE'`))[0]?.id,
        admissionDate: '2010-02-01',
        titles: ['Mérito'],
        paymentMethod: 'transfer',
        notes: 'Prefere cartas.',
      }),
      change: { city: 'Ílhavo', section: 'Norte' },
    },
    processingActivities: {
      input: async () => ({
        name: `Aulas de dança ${next()}`,
        bases: ['contract', 'consent'],
        people: 'Alunos e encarregados de educação',
        data: 'Nome, contacto e turma.',
        specialData: 'Alergias, com consentimento.',
        recipients: 'Professores.',
        transfers: 'Suíça, com decisão de adequação.',
        retention: ['formerMembers'],
        otherPeriod: 'Listas de presenças: um ano.',
        notes: 'Desde 2024.',
      }),
      change: { retention: [] },
    },
    processors: {
      input: async () => ({
        name: `Alojamento ${next()}`,
        service: 'Alojamento',
        data: 'Todos.',
        location: 'Portugal',
        contactName: 'Marta Seixas',
        email: `marta${next()}@exemplo.pt`,
        phone: '+351912345678',
        contractOn: '2025-03-01',
        contractPlace: 'Cofre',
        endedOn: '2026-01-31',
        notes: 'Renovado uma vez.',
      }),
      change: { location: 'Espanha' },
    },
    paymentMessage: {
      input: async () => ({
        memberIds: [(await make.member())._id],
        subject: `Regularize a quota ${next()}`,
        body: '<p>Deve {valor}, até {data}.</p>',
        smsText: 'Deve {valor}.',
        channel: 'preferred',
        attachAdvice: true,
      }),
      change: { channel: 'sms' },
    },
    quotaPlans: {
      input: async () => ({ name: `Plano de gala ${next()}`, order: next() }),
      change: { order: 999 },
    },
    costCenters: {
      input: async () => ({
        name: `Teatro ${next()}`,
        code: `T${next()}`,
        startDate: '2026-01-01',
        responsibleMemberId: (await make.member())._id,
      }),
      change: { endDate: '2027-12-31' },
    },
    costCenterBudgets: {
      input: async () => ({
        costCenterId: (await make.costCenter())._id,
        year: 2026,
        income: 500,
        expense: 450.5,
        notes: 'Aprovado em assembleia.',
      }),
      change: { income: 600 },
    },
    reportNotes: {
      input: async () => ({ year: 1900 + (next() % 300), report: 'cashMap', text: 'Como se lê este mapa.' }),
      change: { text: 'Como se lê o mapa.' },
    },
    fixedAssets: {
      input: async () => ({
        description: `Projetor ${next()}`,
        kind: 'computing',
        condition: 'worn',
        location: 'Sala de ensaios',
        acquiredOn: '2024-03-01',
        cost: 640,
        recordedOn: '2025-01-01',
        depreciation: 160,
        disposedOn: '2025-10-02',
        disposal: 'Vendido',
      }),
      change: { location: 'Arrecadação' },
    },
    externalEntities: {
      input: async () => ({
        name: `Papelaria ${next()}`,
        kinds: ['supplier', 'donor'],
        nif: nifOf(800_000 + next()),
        city: 'Porto',
        email: `papelaria${next()}@exemplo.pt`,
        paymentTermDays: 30,
      }),
      change: { kinds: ['client'] },
    },
    transactionCategories: {
      input: async () => ({
        name: `Excursões ${next()}`,
        kind: 'expense',
        code: '62',
        order: next(),
        purpose: 'donations',
      }),
      change: { active: false },
    },
    treasuryAccounts: {
      input: async () => ({
        name: `Caixa ${next()}`,
        kind: 'cash',
        order: next(),
        openingDate: '2026-01-01',
        openingBalance: 50.25,
        // Earlier payments are posted to accounts in use, in the background.
        active: false,
      }),
      change: { iban: 'PT50000201231234567890154' },
    },
    people: {
      input: async () => ({
        name: `Óscar Pinheiro ${next()}`,
        nif: nifOf(500_000 + next()),
        kind: 'natural',
        birthDate: '1975-12-31',
        country: 'PT',
        doNotContact: true,
        personNotes: 'Vizinho da sede.',
      }),
      change: { profession: 'Carpinteiro' },
    },
    apiSecrets: {
      input: async () => ({ name: `Sítio ${next()}`, scopes: 'members:read' }),
      change: { name: 'Sítio novo' },
    },
    webhooks: {
      input: async () => ({
        name: `Recetor ${next()}`,
        url: 'https://8.8.8.8/eventos',
        events: 'cash_sheets.deleted',
      }),
      change: { name: 'Recetor novo' },
    },
    users: {
      input: async () => ({
        name: `Filipa Rocha ${next()}`,
        email: `filipa${next()}@exemplo.pt`,
        role: 'member',
        personId: (await make.person())._id,
        blocked: false,
      }),
      change: { name: 'Filipa Rocha e Silva' },
    },
  }
}

/** Creates records of every stored resource. Throws when one has none. */
export async function makeOneOfEach(
  { make, sql, today }: Pick<TestApp, 'make' | 'sql' | 'today'>,
  admin: TestCaller,
  samples: Samples,
): Promise<void> {
  for (const [name, sample] of Object.entries(samples))
    succeeded(await admin.post(`/${resourcePath(name)}`, await sample.input()))
  await sql(
    `INSERT INTO api_calls (id, api_secret_id, method, path, status) SELECT new_id(), id, 'GET', '/api/members', 200 FROM api_secrets`,
  )
  await sql(
    `WITH delivery AS (
       INSERT INTO webhook_deliveries (id, webhook_id, event, record_id) SELECT new_id(), id, 'webhooks.test', id FROM webhooks LIMIT 1 RETURNING id)
     INSERT INTO webhook_attempts (id, webhook_delivery_id, at, duration) SELECT new_id(), id, now(), 5 FROM delivery`,
  )
  const breach = {
    summary: 'Folha perdida',
    knownAt: '2026-01-05T10:00:00Z',
    description: 'x',
    people: 'x',
    data: 'x',
  }
  succeeded(await admin.post('/data_breaches', breach))
  const right = { memberId: (await make.member())._id, right: 'access', receivedOn: '2026-01-05' }
  const { _id: dataRequestId } = succeeded(await admin.post('/data_requests', right))
  succeeded(await admin.post('/data_packages', { dataRequestId }))
  await sql(
    `INSERT INTO erasures (day, rule, count, by_name) VALUES ('2026-01-02', 'signIns', 3, 'Programa')`,
  )
  await insertDuplicate({ make, sql })
  const pair = [await make.member(), await make.member()] as const
  const merge = { personId: pair[0]['personId'], lostPersonId: pair[1]['personId'] }
  succeeded(await admin.post('/merges', merge))
  await make.member({ state: 'Licença' })
  await make.application({ terms: true })
  await make.batch()
  await make.consent()
  await make.price()
  await make.agreement()
  await make.paymentMessage()
  const { memberId: payerId } = await make.payment()
  const { _id: chargeId } = await make.charge({ memberId: payerId })
  await insertChargeDifference(sql, { memberId: String(payerId), chargeId })
  await insertIncomingPayment(sql, await insertPaymentIntent(sql, { memberId: String(payerId), chargeId }))
  succeeded(await admin.post(`/members/${String(payerId)}/use_credit`))
  succeeded(await admin.post('/quota_runs', { year: 2026, categoryIds: [newId()] }))
  const { _id: cardId } = await make.card()
  succeeded(await admin.post('/membership_card_letters', { cardId }))
  await make.printBatch()
  await make.bulkAction()
  const [center] = await sql<{ id: string }>('SELECT id FROM cost_centers LIMIT 1')
  await make.transaction({ costCenterId: center?.id, memberId: payerId })
  const [entity] = await sql<{ id: string }>('SELECT id FROM external_entities LIMIT 1')
  await make.transaction({ externalEntityId: entity?.id })
  await make.treasuryDoc({ memberId: payerId })
  for (const externalEntityId of [entity?.id, null])
    succeeded(
      await admin.post('/donations_in_kind', {
        date: await today(),
        description: 'Livros',
        value: 120,
        ...(externalEntityId === null ? { memberId: payerId } : { externalEntityId }),
      }),
    )
  const [transaction] = await sql<{ id: string }>('SELECT id FROM transactions LIMIT 1')
  succeeded(
    await admin.post('/fixed_assets', {
      description: 'Estante',
      acquiredOn: await today(),
      cost: 90,
      transactionId: transaction?.id,
    }),
  )
  succeeded(await admin.post('/kept_reports', { report: 'paymentsPerYear', purpose: 'Assembleia' }))
  const { _id: documentId } = await make.treasuryDoc({ externalEntityId: entity?.id })
  await insertRecordFile(sql, { treasuryDocId: documentId })
  await insertRecordFile(sql, { memberId: String(payerId) })
  const bounced = await make.payment({ memberId: payerId })
  succeeded(await admin.post(`/payments/${bounced._id}/return`, { date: await today(), reason: 'AM04' }))
  await make.payment({ memberId: payerId, amount: 100 })
  succeeded(await admin.patch(`/members/${String(payerId)}`, { exemptUntil: await today() }))
  const refund = { amount: 1, date: await today(), method: 'transfer', reason: 'Saiu.' }
  succeeded(await admin.post(`/members/${String(payerId)}/refund_credit`, refund))
  await insertBankLine({ make, sql })
  await insertImport(sql)
  await insertBackup(sql)
  await insertDebits({ make, sql }, String(payerId))
  await make.round()
  succeeded(await admin.post('/card_runs', { audience: { ids: [newId()] } }))
  succeeded(await admin.post('/messages/test', { channel: 'email' }))
  succeeded(await admin.post('/cash_sheets', { date: await today(), countedCash: 0 }))
  for (const { name, kind } of allDefinitions) {
    if (kind === 'computed') continue
    const [row] = await sql(`SELECT FROM ${toSnakeCase(name)} LIMIT 1`)
    assert.ok(row, `${name}: write how to make one in server/testing/samples.ts`)
  }
}
