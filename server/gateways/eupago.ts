import { createDecipheriv, createHmac } from 'node:crypto'
import { centsToDecimalText } from '@agremia/resources/rules/amount.ts'
import { portugueseDigits } from '@agremia/resources/rules/portuguese-phone.ts'
import type { OutgoingAnswer } from '../outgoing-request.ts'
import type { Ask } from './ask.ts'
import { objectIn, textIn } from './ask.ts'
import type { Gateway, PaymentNotice } from './gateway.ts'
import { GatewayProblem, NoticeRefused } from './gateway.ts'
import { isSameSecret, noticeAmount, noticeFee, noticeReference, noticeTime } from './notice-values.ts'

export interface EupagoKeys {
  api: string
  channel: string
  /** Signs and encrypts callbacks. */
  secret: string
}

const host = 'https://clientes.eupago.pt'

/** Codes of the field `estado`. */
const problems: Record<string, string> = {
  '-7': 'o serviço está inativo na conta',
  '-8': 'referência inválida',
  '-9': 'o valor não é aceite',
  '-10': 'a chave da API está errada',
  '-11': 'não existe',
  '-12': 'o telemóvel não tem MB WAY',
}

/** Eupago (https://eupago.readme.io). */
export function eupago(ask: Ask, keys: EupagoKeys): Gateway {
  const legacy = (path: string, json: object) =>
    ask({ method: 'POST', url: `${host}/clientes/rest_api/${path}`, json: { chave: keys.api, ...json } })
  return {
    name: 'eupago',
    canMakeReferences: keys.api !== '',
    canRequestMbway: keys.api !== '',
    async createReference({ orderId, amount }, { today, lastDay }) {
      const valor = centsToDecimalText(amount)
      const answer = await legacy('multibanco/create', {
        valor,
        id: orderId,
        data_inicio: today,
        data_fim: lastDay,
        valor_minimo: valor,
        valor_maximo: valor,
        per_dup: 0,
      })
      const made = objectIn(answer)
      const [entity, reference] = [textIn(made, 'entidade'), noticeReference(textIn(made, 'referencia'))]
      if (textIn(made, 'estado') !== '0' || reference === null || !/^\d{5}$/.test(entity))
        throw refusal('não fez a referência', answer)
      return { entity, reference, externalId: `${entity}/${reference}` }
    },
    async requestMbway({ orderId, amount }, phone) {
      const answer = await ask({
        method: 'POST',
        url: `${host}/api/v1.02/mbway/create`,
        headers: { authorization: `ApiKey ${keys.api}` },
        json: {
          payment: {
            amount: { value: Number(centsToDecimalText(amount)), currency: 'EUR' },
            identifier: orderId,
            customerPhone: portugueseDigits(phone),
            countryCode: '+351',
          },
          customer: { notify: false },
        },
      })
      const started = objectIn(answer)
      const [externalId, status] = [textIn(started, 'transactionID'), textIn(started, 'transactionStatus')]
      if (status !== 'Success' || externalId === '')
        throw refusal('não fez o pedido MB WAY', answer, { isUncertain: ['', 'Success'].includes(status) })
      return { externalId, reference: noticeReference(textIn(started, 'reference')) }
    },
    async queryState({ kind, entity, reference, orderId }) {
      // It is asked by the reference alone.
      if (reference === null) return { status: 'pending' }
      const answer = await legacy('multibanco/info', { referencia: reference, entidade: entity })
      const info = objectIn(answer)
      if (textIn(info, 'estado') !== '0') throw refusal('não disse o estado do pagamento', answer)
      const state = textIn(info, 'estado_referencia').toLowerCase()
      const payments: unknown[] = Array.isArray(info['pagamentos']) ? info['pagamentos'] : []
      const notices = payments.flatMap((payment) =>
        noticeOf({
          trid: textIn(payment, 'trid'),
          identifier: orderId,
          method: kind === 'mbway' ? 'MW:PT' : 'PC:PT',
          entity: entity ?? '',
          reference: reference ?? '',
          amount: textIn(payment, 'valor'),
          fees: textIn(payment, 'comissao'),
          date: `${textIn(payment, 'data_pagamento')} ${textIn(payment, 'hora_pagamento')}`,
        }),
      )
      if (notices.length > 0) return { status: 'paid', notices }
      if (state === 'expirada') return { status: 'expired' }
      return { status: state === 'cancelada' ? 'refused' : 'pending' }
    },
    async check() {
      if (keys.api === '') return ['Falta a chave da API.']
      const estado = textIn(
        objectIn(await legacy('multibanco/info', { referencia: '000000000', entidade: '00000' })),
        'estado',
      )
      const missing =
        keys.secret === ''
          ? ['Falta a chave criptográfica do canal: sem ela só se aceitam os avisos da versão 1.']
          : []
      if (estado === '-10' || estado === '-7') return [`A Eupago recusou: ${problems[estado]}.`, ...missing]
      return estado === ''
        ? ['A resposta da Eupago não se percebe. Confirme a chave da API.', ...missing]
        : missing
    },
  }
}

function refusal(what: string, answer: OutgoingAnswer, certainty?: { isUncertain: boolean }): GatewayProblem {
  const body = objectIn(answer)
  const reason = problems[textIn(body, 'estado')] ?? (textIn(body, 'resposta') || textIn(body, 'text'))
  return new GatewayProblem(`A Eupago ${what}${reason === '' ? '' : `: ${reason}`}.`, certainty)
}

const kinds: Record<string, PaymentNotice['kind']> = { 'PC:PT': 'multibanco', 'MW:PT': 'mbway' }

/** What one payment is told with; none when amount or identifier of the transaction are missing. */
function noticeOf(given: Record<string, string>): PaymentNotice[] {
  const value = (name: string) => given[name] ?? ''
  const amount = noticeAmount(value('amount'))
  if (amount === undefined || value('trid') === '') return []
  const isRefund = value('method') === 'RB:PT'
  const reference = noticeReference(value('reference'))
  const entity = /^\d{5}$/.test(value('entity')) ? value('entity') : null
  return [
    {
      gateway: 'eupago',
      key: isRefund ? `refund/${value('trid')}` : value('trid'),
      isRefund,
      kind: kinds[value('method')] ?? 'other',
      orderId: value('identifier') || null,
      externalId: null,
      entity,
      reference,
      amount,
      fee: noticeFee(value('fees')),
      paidAt: noticeTime(value('date')),
      raw: Object.fromEntries(Object.entries(given).filter(([, text]) => text !== '')),
    },
  ]
}

/** Reads a callback of version 1.0, whose query has the key of the API. Throws NoticeRefused. */
export function readEupagoQuery(query: Record<string, unknown>, keys: EupagoKeys): PaymentNotice {
  const value = (name: string) => textIn(query, name)
  if (!isSameSecret(value('chave_api'), keys.api)) throw new NoticeRefused(403, 'Chave da API errada.')
  refuseOtherChannel(value('canal'), keys)
  const [notice] = noticeOf({
    trid: value('transacao'),
    identifier: value('identificador'),
    method: value('mp'),
    entity: value('entidade'),
    reference: value('referencia'),
    amount: value('valor'),
    fees: value('comissao'),
    date: value('data'),
    local: value('local'),
  })
  if (!notice) throw new NoticeRefused(400, 'Faltam o valor e a transação.')
  return notice
}

/**
 * Reads a callback of version 2.0, which is signed with the secret of the channel and may be encrypted with it (AES-256-CBC). Of an
 * encrypted one, either the body or its ciphertext is signed. Throws NoticeRefused.
 */
export function readEupagoBody(
  body: Buffer,
  headers: { signature: unknown; vector: unknown },
  keys: EupagoKeys,
): PaymentNotice | undefined {
  const sealed = textOfData(body)
  const signed = [body, ...(sealed === undefined ? [] : [Buffer.from(sealed)])]
  const signature = typeof headers.signature === 'string' ? headers.signature : ''
  const isSigned = signed.some((content) =>
    isSameSecret(signature, createHmac('sha256', keys.secret).update(content).digest('base64')),
  )
  if (keys.secret === '' || !isSigned) throw new NoticeRefused(403, 'Assinatura errada.')
  const content = sealed === undefined ? body.toString() : decrypt(sealed, headers.vector, keys.secret)
  const { channel, transaction } = objectIn({ status: 200, text: content })
  refuseOtherChannel(textIn(channel, 'name'), keys)
  const status = textIn(transaction, 'status').toLowerCase()
  const method = textIn(transaction, 'method')
  // Of other events, such as an expired reference, the state is asked for.
  if (!['paid', 'refund', 'refunded'].includes(status)) return undefined
  const part = (name: string, inner: string) => textIn((transaction as Record<string, unknown>)[name], inner)
  const [notice] = noticeOf({
    trid: textIn(transaction, 'trid'),
    originalTrid: textIn(transaction, 'originalTrid'),
    identifier: textIn(transaction, 'identifier'),
    method: status === 'paid' ? method : 'RB:PT',
    entity: textIn(transaction, 'entity'),
    reference: textIn(transaction, 'reference'),
    amount: part('amount', 'value') || textIn(transaction, 'amount'),
    fees: part('fees', 'value') || textIn(transaction, 'fees'),
    date: textIn(transaction, 'date'),
    local: textIn(transaction, 'local'),
  })
  if (!notice) throw new NoticeRefused(400, 'Faltam o valor e a transação.')
  return notice
}

function refuseOtherChannel(name: string, { channel }: EupagoKeys): void {
  if (channel !== '' && name !== channel) throw new NoticeRefused(403, 'O aviso é de outro canal.')
}

function textOfData(body: Buffer): string | undefined {
  const { data } = objectIn({ status: 200, text: body.toString() })
  return typeof data === 'string' ? data : undefined
}

/** The key is the secret itself, of 32 characters. */
function decrypt(sealed: string, vector: unknown, secret: string): string {
  try {
    const decipher = createDecipheriv(
      'aes-256-cbc',
      Buffer.from(secret),
      Buffer.from(String(vector), 'base64'),
    )
    return decipher.update(sealed, 'base64', 'utf8') + decipher.final('utf8')
  } catch {
    throw new NoticeRefused(400, 'O aviso cifrado não se consegue ler.')
  }
}
