import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

/** Processes of the program, or a load balancer in front of them. */
export interface Service {
  origins: readonly string[]
  /** Access token of an administrator. */
  access: string
}

/** Writes that some process acknowledged, with what it answered. */
export interface Load {
  /** Names by id. */
  members: Map<string, string>
  /** Receipt numbers by id. */
  payments: Map<string, string>
  /** Requests that were not acknowledged at once, by status; 0 without an answer. */
  setbacks: Map<number, number>
  /** Resolves after this number of further payments. */
  further(count: number): Promise<void>
  /** Ends after the running writes. Throws when one was refused. */
  stop(): Promise<void>
}

type Answer = Record<string, unknown> & { _id: string }

/** Timeout of a request: that of pages, with a margin for busy machines. In ms. */
const requestTimeoutMs = 30_000
/** As short as pages retry. In ms. */
const retryMs = 100

/**
 * Creates members with a charge and a payment, without pause. A request without an answer or with 503 is repeated with its
 * `Idempotency-Key` at the next origin until it is acknowledged.
 */
export function startLoad(
  { origins, access }: Service,
  { writers = 2, today, categoryId }: { writers?: number; today: string; categoryId: string },
): Load {
  const load = {
    members: new Map<string, string>(),
    payments: new Map<string, string>(),
    setbacks: new Map<number, number>(),
  }
  let next = 0
  let isOver = false
  let isAbandoned = false
  after(() => (isOver = isAbandoned = true))

  /** The answer of one attempt; undefined when the request is to be repeated. */
  async function attempt(path: string, body: object, key: string): Promise<Answer | undefined> {
    const origin = origins[next++ % origins.length]
    const answer = await fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => ({ status: 0, text: '' }))
    const { status, text } = answer
    if (status >= 200 && status < 300) return (JSON.parse(text) as { data: Answer }).data
    load.setbacks.set(status, (load.setbacks.get(status) ?? 0) + 1)
    if (status === 0 || status === 503) return undefined
    throw new Error(`POST ${path}: ${status} ${text}`)
  }

  async function send(path: string, body: object): Promise<Answer> {
    const key = randomUUID()
    while (!isAbandoned) {
      const answer = await attempt(path, body, key)
      if (answer) return answer
      await sleep(retryMs)
    }
    throw new Error('the test has ended')
  }

  async function write(): Promise<void> {
    while (!isOver) {
      const id = randomUUID()
      const name = `Sócio ${id}`
      const member = await send('/members', {
        name,
        categoryId,
        email: `${id}@exemplo.pt`,
        admissionDate: '2020-01-15',
      })
      load.members.set(member._id, name)
      await send('/unsettled_payments', {
        memberId: member._id,
        type: 'other',
        amount: 24,
        dueDate: '2026-01-31',
      })
      const payment = await send('/payments', {
        memberId: member._id,
        date: today,
        amount: 10,
        method: 'transfer',
      })
      load.payments.set(payment._id, String(payment['receiptNumber']))
    }
  }

  const writing = Promise.all(Array.from({ length: writers }, write)).catch((error: unknown) => {
    isOver = true
    throw error
  })
  // `stop` and `further` report the error.
  writing.catch(() => {})
  return {
    ...load,
    async further(count) {
      const goal = load.payments.size + count
      while (load.payments.size < goal) await (isOver ? writing : sleep(20))
    },
    async stop() {
      isOver = true
      await writing
    },
  }
}
