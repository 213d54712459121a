import assert from 'node:assert/strict'
import { allDefinitions, type ResourceName } from '@agremia/resources/definitions/index.ts'
import { resourcePath, toSnakeCase } from '@agremia/resources/paths.ts'
import { v7 as newId } from 'uuid'
import type { TestCaller } from './caller.ts'
import { nifOf, succeeded } from './make.ts'
import type { TestApp } from './test-app.ts'

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
  await make.member({ state: 'Licença' })
  await make.application({ terms: true })
  await make.batch()
  await make.consent()
  await make.price()
  await make.agreement()
  await make.paymentMessage()
  const { memberId: payerId } = await make.payment()
  await make.charge({ memberId: payerId })
  succeeded(await admin.post(`/members/${String(payerId)}/use_credit`))
  succeeded(await admin.post('/quota_runs', { year: 2026, categoryIds: [newId()] }))
  const { _id: cardId } = await make.card()
  succeeded(await admin.post('/membership_card_letters', { cardId }))
  await make.printBatch()
  await make.bulkAction()
  succeeded(await admin.post('/card_runs', { audience: { ids: [newId()] } }))
  succeeded(await admin.post('/messages/test', { channel: 'email' }))
  succeeded(await admin.post('/cash_sheets', { date: await today(), countedCash: 0 }))
  for (const { name, kind } of allDefinitions) {
    if (kind === 'computed') continue
    const [row] = await sql(`SELECT FROM ${toSnakeCase(name)} LIMIT 1`)
    assert.ok(row, `${name}: write how to make one in server/testing/samples.ts`)
  }
}
