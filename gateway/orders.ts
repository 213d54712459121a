/** An order: a Multibanco reference or a request to a phone. Amounts in cents. */
export interface Order {
  provider: 'ifthenpay' | 'eupago'
  kind: 'multibanco' | 'mbway'
  /** The provider's id: `RequestId`, `transactionID`. */
  id: string
  orderId: string
  amount: number
  entity: string
  /** Nine digits. */
  reference: string
  /** Nine digits; empty for references. */
  phone: string
  /** In milliseconds of the simulator's clock; undefined without an end. */
  expiresAt: number | undefined
  state: 'pending' | 'paid' | 'refused' | 'declined' | 'expired'
  payments: Payment[]
}

export interface Payment {
  id: string
  amount: number
  fee: number
  at: number
}

/** A request to the merchant's server. */
export interface Callback {
  order: Order
  payment: Payment
  /** A refund of the payment. */
  isRefund: boolean
}

interface Delivery extends Callback {
  attempt: number
  dueAt: number
}

/** Sends a callback. Resolves with the status, 0 without an answer. */
export type Send = (callback: Callback) => Promise<number>

export type Store = ReturnType<typeof createStore>

const minute = 60_000
/** A payer has four minutes to accept in the app. */
const mbwayMs = 4 * minute
/** Milliseconds until a phone answers by itself. */
const answerMs = 3000
/** Milliseconds until a callback is sent again. */
const retriesMs = [2000, 4000, 8000]
/** Cents that the provider keeps of each payment. */
const fees = { multibanco: 70, mbway: 45 }

/** Orders in memory, with a clock that can be set forward. `send` delivers the notices of payments to the merchant. */
export function createStore(send: Send) {
  const orders: Order[] = []
  const undelivered: Delivery[] = []
  let waiting: { dueAt: number; act: () => void }[] = []
  const sending = new Set<Promise<void>>()
  let ahead = 0
  let count = 0
  /** Whether phones answer by themselves, by the last digit of their number. */
  let isAutomatic = true
  /** Whether requests arrive and their answers are lost. */
  let isSilent = false

  const now = () => Date.now() + ahead
  const later = (ms: number, act: () => void) => void waiting.push({ dueAt: now() + ms, act })

  function tick(): void {
    const due = waiting.filter(({ dueAt }) => dueAt <= now())
    waiting = waiting.filter(({ dueAt }) => dueAt > now())
    for (const { act } of due.toSorted((one, other) => one.dueAt - other.dueAt)) act()
    for (const order of orders)
      if (order.state === 'pending' && order.expiresAt !== undefined && order.expiresAt <= now())
        order.state = 'expired'
  }
  const ticking = setInterval(tick, 100)

  function deliver(delivery: Delivery): void {
    const attempt = send(delivery).then((status) => {
      if (status === 200) return
      const wait = retriesMs[delivery.attempt]
      if (wait === undefined) return void undelivered.push(delivery)
      later(wait, () => deliver({ ...delivery, attempt: delivery.attempt + 1 }))
    })
    sending.add(attempt)
    void attempt.finally(() => sending.delete(attempt))
  }

  const notify = (callback: Callback) => deliver({ ...callback, attempt: 0, dueAt: now() })

  /** A payment of the order: also of an expired or paid one, as late and double payments are. */
  function pay(order: Order, { amount = order.amount, copies = 1 } = {}): void {
    const payment = { id: nextId(), amount, fee: Math.min(fees[order.kind], amount - 1), at: now() }
    order.payments.push(payment)
    order.state = 'paid'
    for (let copy = 0; copy < copies; copy++) notify({ order, payment, isRefund: false })
  }

  function nextId(): string {
    count += 1
    return `sim${Date.now().toString(36)}${count}`
  }

  function answerLike(order: Order): void {
    if (!isAutomatic || order.state !== 'pending') return
    const digit = Number(order.phone.at(-1))
    if (digit <= 5) pay(order)
    else if (digit === 6) order.state = 'refused'
    else if (digit === 7) order.state = 'declined'
    else if (digit === 9) pay(order, { copies: 2 })
  }

  return {
    orders,
    undelivered,
    now,
    pay,
    get isAutomatic() {
      return isAutomatic
    },
    setAutomatic: (value: boolean) => void (isAutomatic = value),
    get isSilent() {
      return isSilent
    },
    setSilent: (value: boolean) => void (isSilent = value),
    add(asked: Pick<Order, 'provider' | 'kind' | 'orderId' | 'amount' | 'phone' | 'expiresAt'>): Order {
      const id = nextId()
      const order: Order = {
        ...asked,
        id,
        entity: '99999',
        reference: String(orders.length + 123_456).padStart(9, '0'),
        state: 'pending',
        payments: [],
      }
      orders.push(order)
      if (order.kind === 'mbway') {
        order.expiresAt = now() + mbwayMs
        later(answerMs, () => answerLike(order))
      }
      return order
    },
    /** By the provider's id, the merchant's or the reference; the latest. */
    find: (key: string) =>
      orders.findLast(({ id, orderId, reference }) => [id, orderId, reference].includes(key)),
    end(order: Order, state: 'refused' | 'declined' | 'expired') {
      order.state = state
    },
    refund(order: Order) {
      const payment = order.payments.at(-1)
      if (payment) notify({ order, payment, isRefund: true })
    },
    /** Advances the clock and runs the timers that are due by then. */
    advance(ms: number) {
      ahead += ms
      tick()
    },
    /** Resolves when no callback is being sent. */
    async idle() {
      while (sending.size > 0) await Promise.all(sending)
    },
    close: () => clearInterval(ticking),
  }
}

/** `12.50` for 1250 cents. */
export function decimal(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Cents of `12.50` or 12.5; undefined for other texts, and for amounts that are not positive. */
export function cents(value: unknown): number | undefined {
  const text = typeof value === 'number' ? value.toFixed(2) : value
  if (typeof text !== 'string' || !/^\d{1,7}(\.\d{1,2})?$/.test(text)) return undefined
  const amount = Math.round(Number(text) * 100)
  return amount > 0 ? amount : undefined
}

/** Day and time in Lisbon of a moment. */
export function lisbonTime(at: number): { day: string; time: string } {
  const [day = '', time = ''] = new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Lisbon' }).split(' ')
  return { day, time }
}

/** `dd-MM-yyyy` */
export function reversed(day: string): string {
  return day.split('-').reverse().join('-')
}
