import { createHmac } from 'node:crypto'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import type { Callback, Store } from './orders.ts'
import { cents, decimal, lisbonTime } from './orders.ts'
import type { Answer, Request } from './answer.ts'

const keys = simulatedGateways.eupago

const codes = { 'wrong key': -10, 'wrong values': -9, 'not found': -11 }

function refusal(problem: keyof typeof codes): Answer {
  return { json: { sucesso: false, estado: codes[problem], resposta: problem } }
}

/** The calls of Eupago; undefined for other addresses. */
export function answerEupago(store: Store, request: Request): Answer | undefined {
  switch (`${request.method} ${request.path}`) {
    case 'POST /clientes/rest_api/multibanco/create':
      return createReference(store, request.body)
    case 'POST /clientes/rest_api/multibanco/info':
      return readReference(store, request.body)
    case 'POST /api/v1.02/mbway/create':
      return startMbway(store, request)
    default:
      return undefined
  }
}

function createReference(store: Store, body: Record<string, unknown>): Answer {
  if (body['chave'] !== keys.eupagoApiKey) return refusal('wrong key')
  const amount = cents(body['valor'])
  const lastDay =
    body['data_fim'] === undefined ? undefined : Date.parse(`${String(body['data_fim'])}T23:59:59Z`)
  if (amount === undefined || Number.isNaN(lastDay)) return refusal('wrong values')
  const order = store.add({
    provider: 'eupago',
    kind: 'multibanco',
    orderId: String(body['id'] ?? ''),
    amount,
    phone: '',
    expiresAt: lastDay,
  })
  return {
    json: {
      sucesso: true,
      estado: 0,
      resposta: 'OK',
      entidade: order.entity,
      // As a number, which loses the zeros at its beginning.
      referencia: Number(order.reference),
      valor: decimal(amount),
      data_fim: body['data_fim'] ?? null,
    },
  }
}

function readReference(store: Store, body: Record<string, unknown>): Answer {
  if (body['chave'] !== keys.eupagoApiKey) return refusal('wrong key')
  const order = store.find(String(body['referencia'] ?? ''))
  if (!order) return refusal('not found')
  const states = {
    pending: 'pendente',
    paid: 'paga',
    refused: 'cancelada',
    declined: 'cancelada',
    expired: 'expirada',
  }
  return {
    json: {
      sucesso: true,
      estado: 0,
      resposta: 'OK',
      entidade: order.entity,
      referencia: order.reference,
      identificador: order.orderId,
      estado_referencia: states[order.state],
      pagamentos: order.payments.map(({ id, amount, fee, at }) => ({
        trid: id,
        estado: 'paga',
        valor: decimal(amount),
        comissao: decimal(fee),
        data_pagamento: lisbonTime(at).day,
        hora_pagamento: lisbonTime(at).time,
      })),
    },
  }
}

function startMbway(store: Store, { headers, body }: Request): Answer {
  if (headers.authorization !== `ApiKey ${keys.eupagoApiKey}`)
    return {
      status: 401,
      json: { transactionStatus: 'Rejected', code: 'APIKEY_INVALID', text: 'Invalid API key' },
    }
  const payment = (body['payment'] ?? {}) as Record<string, unknown>
  const amount = cents((payment['amount'] as Record<string, unknown> | undefined)?.['value'])
  const phone = String(payment['customerPhone'] ?? '')
  if (amount === undefined || !/^9\d{8}$/.test(phone))
    return {
      status: 400,
      json: { transactionStatus: 'Rejected', code: 'INVALID', text: 'Invalid parameters' },
    }
  const orderId = String(payment['identifier'] ?? '')
  const order = store.add({ provider: 'eupago', kind: 'mbway', orderId, amount, phone, expiresAt: undefined })
  return { json: { transactionStatus: 'Success', transactionID: order.id, reference: order.reference } }
}

/** A callback of version 2.0, signed with the secret of the channel. */
export function eupagoCallback(url: string, { order, payment, isRefund }: Callback) {
  const { day, time } = lisbonTime(payment.at)
  const body = JSON.stringify({
    channel: { name: keys.eupagoChannel },
    transaction: {
      entity: order.entity,
      reference: order.reference,
      identifier: order.orderId,
      method: isRefund ? 'RB:PT' : order.kind === 'mbway' ? 'MW:PT' : 'PC:PT',
      amount: { value: decimal(payment.amount), currency: 'EUR' },
      fees: { value: decimal(payment.fee), currency: 'EUR' },
      date: `${day}T${time}`,
      trid: isRefund ? `${payment.id}R` : payment.id,
      ...(isRefund && { originalTrid: payment.id }),
      status: isRefund ? 'Refund' : 'Paid',
      local: 'Simulador',
    },
  })
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', keys.eupagoSecret).update(body).digest('base64'),
    },
  }
}
