import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { nifCheckDigit } from '@agremia/resources/rules/identity-numbers.ts'
import type { Answer, TestCaller, TestRecord } from './caller.ts'

type Given = Record<string, unknown>

/** Creates records through the API as an administrator. Tests give only the values that matter to them. */
export interface Make {
  /** `state` and `category` are names of default ones: `Suspenso (quotas)`, `Juvenil`. */
  member(given?: Given & { state?: string; category?: string }): Promise<TestRecord>
  /** Entered by staff; `draft` leaves it a draft. */
  application(given?: Given & { draft?: boolean }): Promise<TestRecord>
  person(given?: Given): Promise<TestRecord>
  contact(given: Given & { personId: string }): Promise<TestRecord>
  consent(given?: Given): Promise<TestRecord>
  /** A bank account since 2000 with 1000 €. */
  account(given?: Given): Promise<TestRecord>
  /** An expense of 12,50 € of today, from a new account unless `accountId` names one. */
  transaction(given?: Given): Promise<TestRecord>
  treasuryDoc(given?: Given): Promise<TestRecord>
  costCenter(given?: Given): Promise<TestRecord>
  /** A message batch to one member, composed. Its message is held, as there is no mail server. */
  batch(given?: Given): Promise<TestRecord>
  category(given?: Given): Promise<TestRecord>
  stateName(given?: Given): Promise<TestRecord>
  user(given?: Given): Promise<TestRecord>
  /** With a commission of 7,5 %. */
  collector(given?: Given): Promise<TestRecord>
  /** A draft with a visit to a new member, who owes 24 €; default: of a new collector. */
  round(given?: Given & { collectorId?: unknown }): Promise<TestRecord>
  plan(given?: Given): Promise<TestRecord>
  /** 24 € of a new plan, for all categories, valid since 2000. */
  price(given?: Given): Promise<TestRecord>
  /** 24 € that a new member owes, due today. */
  charge(given?: Given): Promise<TestRecord>
  /** 30 € of a member who owes 24 €. */
  payment(given?: Given): Promise<TestRecord>
  /** To one member who owes, sent. Its message is held, as there is no mail server. */
  paymentMessage(): Promise<TestRecord>
  /** Two instalments of a new member's debt. */
  agreement(given?: Given): Promise<TestRecord>
  /** Default: of a new member. */
  card(given?: Given): Promise<TestRecord>
  /** Of a single card, with its PDF finished. */
  printBatch(): Promise<TestRecord>
  /** A change of state of one member, finished. */
  bulkAction(): Promise<TestRecord>
}

/** A valid password for accounts that sign in. */
export const goodPassword = 'cavalo azul na serra 27'

/** A different valid tax number for each index. */
export function nifOf(index: number): string {
  const digits = `2${String(10_000_000 + index).slice(-7)}`
  return `${digits}${nifCheckDigit(digits)}`
}

export function createMake(admin: () => Promise<TestCaller>, today: () => Promise<string>): Make {
  let made = 0
  const next = () => ++made

  async function create(path: string, given: Given): Promise<TestRecord> {
    return succeeded(await (await admin()).post(path, given))
  }

  /** Creates background work and returns its record when it is done. */
  async function done(path: string, given: Given): Promise<TestRecord> {
    const { _id } = await create(path, given)
    for (let tries = 0; tries < 1500; tries++) {
      const work = succeeded(await (await admin()).get(`${path}/${_id}`))
      if (work['state'] === 'done') return work
      await sleep(20)
    }
    return assert.fail(`${path} did not finish`)
  }

  const idsByName = new Map<string, string>()

  async function idByName(path: string, name: string): Promise<string> {
    const address = `${path}?_name=${encodeURIComponent(name)}`
    const known = idsByName.get(address)
    if (known !== undefined) return known
    const { data } = (await (await admin()).get(address)).body
    assert.ok(data[0], `there is no «${name}» in ${path}`)
    idsByName.set(address, data[0]._id)
    return data[0]._id
  }

  return {
    async member({ state, category = 'Fundador', ...given } = {}) {
      const member = await create('/members', {
        ...(given['personId'] === undefined && { name: `Pessoa de Teste ${next()}` }),
        categoryId: await idByName('/member_categories', category),
        admissionDate: '2020-01-01',
        ...given,
      })
      if (state === undefined) return member
      const stateNameId = await idByName('/member_state_names', state)
      const date = String(given['admissionDate'] ?? (await today()))
      const change = { stateNameId, date, reason: 'motivo de teste' }
      return succeeded(await (await admin()).post(`/members/${member._id}/change_state`, change))
    },
    async application({ draft = false, ...given } = {}) {
      return create('/member_applications', {
        name: `Candidato de Teste ${next()}`,
        birthDate: '1985-06-15',
        email: `candidato${next()}@exemplo.pt`,
        categoryId: await idByName('/member_categories', 'Efetivo'),
        ...(draft && { stateId: await idByName('/member_application_states', 'Rascunho') }),
        ...given,
      })
    },
    person: (given = {}) => create('/people', { name: `Pessoa de Teste ${next()}`, ...given }),
    contact: (given) =>
      create('/contacts', { type: 'email', value: `contacto${next()}@exemplo.pt`, ...given }),
    account: async (given = {}) =>
      create('/treasury_accounts', {
        name: `Conta ${next()}`,
        openingDate: '2000-01-01',
        openingBalance: 1000,
        ...given,
      }),
    async transaction(given = {}) {
      const accountId = given['accountId'] ?? (await this.account())._id
      const kind = given['kind'] ?? 'expense'
      const caller = await admin()
      const { data } = (
        await caller.get(`/transaction_categories?_kind=${String(kind)}&_sort=order&_limit=1`)
      ).body
      return create('/transactions', {
        kind,
        date: await today(),
        description: `Compra ${next()}`,
        amount: 12.5,
        categoryId: (data as TestRecord[])[0]?._id,
        ...given,
        accountId,
      })
    },
    costCenter: async (given = {}) => create('/cost_centers', { name: `Secção ${next()}`, ...given }),
    treasuryDoc: async (given = {}) =>
      create('/treasury_docs', {
        type: 'invoice',
        description: `Fatura ${next()}`,
        date: await today(),
        ...given,
      }),
    consent: async (given = {}) =>
      create('/consents', {
        personId: given['personId'] ?? (await create('/people', { name: `Pessoa de Teste ${next()}` }))._id,
        purpose: 'newsletter',
        status: 'given',
        ...given,
      }),
    async batch(given = {}) {
      const caller = await admin()
      const audience = { ids: [(await this.member({ email: `destino${next()}@exemplo.pt` }))._id] }
      const texts = { subject: `Convite ${next()}`, body: '<p>Olá, {primeiroNome}.</p>' }
      const { _id } = await create('/message_batches', { audience, ...texts, ...given })
      for (let tries = 0; tries < 1500; tries++) {
        const { data } = (await caller.get(`/message_batches/${_id}/messages?_state=queued&_state=sending`))
          .body
        const batch = succeeded(await caller.get(`/message_batches/${_id}`))
        if (batch['state'] === 'composed' && data.length === 0) return batch
        await sleep(20)
      }
      return assert.fail('the message batch was not composed')
    },
    category: (given = {}) => create('/member_categories', { name: `Categoria ${next()}`, ...given }),
    stateName: (given = {}) => create('/member_state_names', { name: `Estado ${next()}`, ...given }),
    plan: (given = {}) => create('/quota_plans', { name: `Plano ${next()}`, ...given }),
    price: async (given = {}) =>
      create('/quota_prices', {
        quotaPlanId: given['quotaPlanId'] ?? (await create('/quota_plans', { name: `Plano ${next()}` }))._id,
        validFrom: '2000-01-01',
        amount: 24,
        ...given,
      }),
    async charge(given = {}) {
      const memberId = given['memberId'] ?? (await this.member())._id
      return create('/unsettled_payments', {
        type: 'other',
        amount: 24,
        dueDate: await today(),
        ...given,
        memberId,
      })
    },
    async payment(given = {}) {
      const memberId = given['memberId'] ?? (await this.charge())['memberId']
      return create('/payments', { date: await today(), amount: 30, method: 'transfer', ...given, memberId })
    },
    async paymentMessage() {
      const caller = await admin()
      const member = await this.member({ email: `devedor${next()}@exemplo.pt` })
      const { _id: charge } = await this.charge({ memberId: member._id })
      const texts = { subject: `Regularize ${next()}`, body: '<p>Deve {valor}.</p>' }
      const { _id } = await create('/payment_message', { unsettledPaymentIds: [charge], ...texts })
      succeeded(await caller.post(`/payment_message/${_id}/send`))
      for (let tries = 0; tries < 1500; tries++) {
        const message = succeeded(await caller.get(`/payment_message/${_id}`))
        if (message['status'] === 'sent') return message
        await sleep(20)
      }
      return assert.fail('the message about debts was not sent')
    },
    async agreement(given = {}) {
      const memberId = given['memberId'] ?? (await this.charge())['memberId']
      return create('/payment_agreements', { instalments: 2, firstDate: await today(), ...given, memberId })
    },
    async card(given = {}) {
      const memberId = given['memberId'] ?? (await this.member())._id
      return create('/membership_cards', { ...given, memberId })
    },
    async printBatch() {
      const chosen = { ids: [(await this.card())._id] }
      return done('/print_batches', { cardSet: 'selecao', chosen, layout: 'single' })
    },
    async bulkAction() {
      return done('/bulk_actions', {
        title: `Tarefa ${next()}`,
        resource: 'members',
        action: 'changeState',
        input: {
          stateNameId: await idByName('/member_state_names', 'Isento'),
          date: await today(),
          reason: 'teste',
        },
        audience: { ids: [(await this.member())._id] },
      })
    },
    collector: (given = {}) =>
      create('/collectors', {
        name: `Cobrador de Teste ${next()}`,
        commissionRate: 7.5,
        amountPerReceipt: 0,
        ...given,
      }),
    async round({ collectorId, ...given } = {}) {
      const collector = collectorId ?? (await this.collector())._id
      const { _id: memberId } = await this.member({ address: 'Rua do Sol, 1', collectorId: collector })
      await this.charge({ memberId })
      return create('/rounds', { collectorId: collector, dueUntil: await today(), ...given })
    },
    user: (given = {}) =>
      create('/users', {
        name: `Utilizador de Teste ${next()}`,
        email: `utilizador${next()}@exemplo.pt`,
        role: 'editor',
        ...given,
      }),
  }
}

/** Asserts success and returns the record. */
export function succeeded({ status, body }: Answer): TestRecord {
  assert.ok(status === 200 || status === 201, `${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Changes a setting. The closing of accounts moves in a request of its own. */
export async function setSetting(
  admin: Pick<TestCaller, 'patch' | 'post'>,
  name: string,
  value: string,
): Promise<void> {
  succeeded(
    name === 'closedUntil'
      ? await admin.post('/treasury_closing', { closedUntil: value || null, reason: 'Ensaio' })
      : await admin.patch(`/settings/${name}`, { value }),
  )
}
