import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import type { Callback, Order, Store } from './orders.ts'
import { cents, decimal, lisbonTime, reversed } from './orders.ts'
import type { Answer, Request } from './answer.ts'

/** What the merchant registers: an address with placeholders, and the key that authenticates callbacks. */
export interface IfthenpayReceiver {
  url: string
  key: string
}

const keys = simulatedGateways.ifthenpay

const days = new Set([...Array.from({ length: 32 }, (_, day) => day), 45, 60, 90, 120, 180, 365, 730])
const day = 86_400_000

/** The calls of ifthenpay; undefined for other addresses. */
export function answerIfthenpay(
  store: Store,
  { method, path, query, body }: Request,
  register: (receiver: IfthenpayReceiver) => void,
): Answer | undefined {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '')
  switch (`${method} ${path}`) {
    case 'POST /multibanco/reference/init':
      return createReference(store, body)
    case 'POST /spg/payment/mbway':
      return startMbway(store, body)
    case 'GET /spg/payment/mbway/status':
      return mbwayStatus(store, query)
    case 'POST /v2/payments/read':
      return listPayments(store, body)
    case 'GET /IfmbWS/ifmbws.asmx/getEntidadeSubentidadeJsonV2':
      return {
        json:
          query.get('chavebackoffice') === keys.ifthenpayBackofficeKey
            ? [
                { Entidade: 'MB', SubEntidade: [keys.ifthenpayMbKey] },
                { Entidade: 'MBWAY', SubEntidade: [keys.ifthenpayMbwayKey] },
              ]
            : [{ Entidade: '', SubEntidade: null }],
      }
    case 'POST /endpoint/callback/activation':
      if (text('chave') !== keys.ifthenpayBackofficeKey) return { text: 'NOK: chave backoffice' }
      register({ url: text('urlCb'), key: text('apKey') })
      return { text: 'OK: Callback' }
    default:
      return undefined
  }
}

function createReference(store: Store, body: Record<string, unknown>): Answer {
  const amount = cents(body['amount'])
  const orderId = String(body['orderId'] ?? '')
  const expiry = body['expiryDays'] === undefined ? undefined : Number(body['expiryDays'])
  const problem =
    body['mbKey'] !== keys.ifthenpayMbKey
      ? 'Invalid mbKey'
      : amount === undefined
        ? 'Invalid amount'
        : orderId === '' || orderId.length > 25
          ? 'Invalid orderId'
          : expiry !== undefined && !days.has(expiry)
            ? 'Invalid expiryDays'
            : undefined
  if (problem !== undefined || amount === undefined)
    return { json: { Entity: null, Reference: null, RequestId: null, Status: '-1', Message: problem } }
  const expiresAt = expiry === undefined ? undefined : store.now() + (expiry + 1) * day
  const order = store.add({
    provider: 'ifthenpay',
    kind: 'multibanco',
    orderId,
    amount,
    phone: '',
    expiresAt,
  })
  return {
    json: {
      Amount: decimal(amount),
      Entity: order.entity,
      ExpiryDate: expiry === undefined ? '' : reversed(lisbonTime(store.now() + expiry * day).day),
      Message: 'Success',
      OrderId: orderId,
      Reference: order.reference,
      RequestId: order.id,
      Status: '0',
    },
  }
}

function startMbway(store: Store, body: Record<string, unknown>): Answer {
  const amount = cents(body['amount'])
  const orderId = String(body['orderId'] ?? '')
  const phone = /^351#(9\d{8})$/.exec(String(body['mobileNumber'] ?? ''))?.[1]
  const isWrong = body['mbWayKey'] !== keys.ifthenpayMbwayKey || orderId === '' || orderId.length > 15
  if (isWrong || amount === undefined || phone === undefined)
    return { json: { Amount: '', Message: 'Error', OrderId: orderId, RequestId: '', Status: '999' } }
  const order = store.add({
    provider: 'ifthenpay',
    kind: 'mbway',
    orderId,
    amount,
    phone,
    expiresAt: undefined,
  })
  return {
    json: {
      Amount: decimal(amount),
      Message: 'Pending',
      OrderId: orderId,
      RequestId: order.id,
      Status: '000',
    },
  }
}

const statuses: Record<Order['state'], [string, string]> = {
  pending: ['123', 'Pending'],
  paid: ['000', 'Success'],
  refused: ['020', 'Rejected by user'],
  declined: ['122', 'Declined'],
  expired: ['101', 'Expired'],
}

function mbwayStatus(store: Store, query: URLSearchParams): Answer {
  const order = store.find(query.get('requestId') ?? '')
  if (query.get('mbWayKey') !== keys.ifthenpayMbwayKey || order?.kind !== 'mbway')
    return { json: { Status: '999', Message: 'Error', RequestId: '' } }
  const [Status, Message] = statuses[order.state]
  return { json: { Status, Message, RequestId: order.id } }
}

/** Completed payments, as the official list answers them. */
function listPayments(store: Store, body: Record<string, unknown>): Answer {
  if (body['boKey'] !== keys.ifthenpayBackofficeKey)
    return { status: 401, json: { message: 'Unauthorized', status: 401, payments: [] } }
  const isWanted = ({ id, orderId, provider }: Order) =>
    provider === 'ifthenpay' &&
    [body['requestId'] ?? id, body['orderId'] ?? orderId].join() === [id, orderId].join()
  const payments = store.orders.filter(isWanted).flatMap((order) =>
    order.payments.map(({ amount, fee, at }) => ({
      amount: amount / 100,
      entity: order.kind === 'mbway' ? 'MBWAY' : 'MB',
      fee: fee / 100,
      netAmount: (amount - fee) / 100,
      orderId: order.orderId,
      paymentDate: `${reversed(lisbonTime(at).day)} ${lisbonTime(at).time}`,
      reference: order.kind === 'mbway' ? order.orderId : order.reference,
      requestId: order.id,
    })),
  )
  return { json: { message: 'OK', status: 200, payments } }
}

/** The address of a callback: the merchant's, with its placeholders replaced. Only successful payments have one. */
export function ifthenpayCallback(
  { url, key }: IfthenpayReceiver,
  { order, payment, isRefund }: Callback,
): { url: string } | undefined {
  if (isRefund) return undefined
  const { day: on, time } = lisbonTime(payment.at)
  const values: Record<string, string> = {
    ANTI_PHISHING_KEY: key,
    ORDER_ID: order.orderId,
    ID: order.orderId,
    REQUEST_ID: order.id,
    ENTITY: order.kind === 'mbway' ? 'MBWAY' : order.entity,
    REFERENCE: order.kind === 'mbway' ? order.orderId : order.reference,
    AMOUNT: decimal(payment.amount),
    FEE: decimal(payment.fee),
    PAYMENT_METHOD: order.kind === 'mbway' ? 'MBWAY' : 'MB',
    PAYMENT_DATETIME: `${reversed(on)} ${time}`,
  }
  return { url: url.replace(/\[([A-Z_]+)\]/g, (_, name: string) => encodeURIComponent(values[name] ?? '')) }
}
