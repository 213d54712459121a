import { centsToDecimalText, type Cents } from '@agremia/resources/rules/amount.ts'
import { mbwayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import type { OutgoingAnswer } from '../outgoing-request.ts'
import type { Ask } from './ask.ts'
import { objectIn, textIn } from './ask.ts'
import type { AskedOrder, Gateway, PaymentNotice } from './gateway.ts'
import { GatewayProblem, NoticeRefused } from './gateway.ts'
import { isSameSecret, noticeAmount, noticeFee, noticeReference, noticeTime } from './notice-values.ts'

export interface IfthenpayKeys {
  multibanco: string
  mbway: string
  backoffice: string
  callback: string
}

const api = 'https://api.ifthenpay.com'
const accounts = 'https://www.ifthenpay.com/IfmbWS/ifmbws.asmx/getEntidadeSubentidadeJsonV2'

/** The parameters of callbacks, with ifthenpay's placeholders. Template: at most 300 characters. */
const callbackQuery =
  'apk=[ANTI_PHISHING_KEY]&oid=[ORDER_ID]&tid=[REQUEST_ID]&ent=[ENTITY]&ref=[REFERENCE]&val=[AMOUNT]&fee=[FEE]&pm=[PAYMENT_METHOD]&dt=[PAYMENT_DATETIME]'

/** The address of callbacks that is registered. */
export function ifthenpayTemplate(url: string): string {
  return `${url}?${callbackQuery}`
}

/**
 * The key of a payment. A request is usually paid once, but all payments of a reference have its number: they differ in time and amount. Notices
 * that are repeated do not.
 */
function keyOf(identifiers: readonly (string | null)[], paidAt: string | null, amount: Cents): string {
  return [...identifiers, paidAt, amount].map((part) => part ?? '').join('/')
}

/** ifthenpay (https://www.ifthenpay.com/docs). */
export function ifthenpay(ask: Ask, keys: IfthenpayKeys): Gateway {
  /** Completed payments of an order, with their fees, by its number at ifthenpay or else by ours; none without the backoffice key. */
  async function paymentsOf(order: AskedOrder): Promise<PaymentNotice[]> {
    if (keys.backoffice === '') return []
    const { externalId, orderId } = order
    const json = {
      boKey: keys.backoffice,
      ...(externalId === null ? { orderId } : { requestId: externalId }),
    }
    const { payments } = objectIn(await ask({ method: 'POST', url: `${api}/v2/payments/read`, json }))
    if (!Array.isArray(payments)) return []
    return payments.flatMap((payment) => {
      const notice = noticeOf({
        tid: textIn(payment, 'requestId'),
        oid: textIn(payment, 'orderId'),
        ent: textIn(payment, 'entity'),
        ref: textIn(payment, 'reference'),
        val: textIn(payment, 'amount'),
        fee: textIn(payment, 'fee'),
        pm: textIn(payment, 'entity'),
        dt: textIn(payment, 'paymentDate'),
      })
      return notice && (externalId === null ? notice.orderId === orderId : notice.externalId === externalId)
        ? [notice]
        : []
    })
  }

  return {
    name: 'ifthenpay',
    canMakeReferences: keys.multibanco !== '',
    canRequestMbway: keys.mbway !== '',
    async createReference({ orderId, amount, description }, { days }) {
      const answer = await ask({
        method: 'POST',
        url: `${api}/multibanco/reference/init`,
        json: {
          mbKey: keys.multibanco,
          orderId,
          amount: centsToDecimalText(amount),
          description,
          expiryDays: String(days),
        },
      })
      const made = objectIn(answer)
      const [entity, externalId] = [textIn(made, 'Entity'), textIn(made, 'RequestId')]
      const reference = noticeReference(textIn(made, 'Reference'))
      if (externalId === '' || reference === null || !/^\d{5}$/.test(entity))
        throw refusal('não fez a referência', answer)
      return { entity, reference, externalId }
    },
    async requestMbway({ orderId, amount, description }, phone) {
      const answer = await ask({
        method: 'POST',
        url: `${api}/spg/payment/mbway`,
        json: {
          mbWayKey: keys.mbway,
          orderId,
          amount: centsToDecimalText(amount),
          mobileNumber: mbwayPhone(phone),
          description,
        },
      })
      const started = objectIn(answer)
      const externalId = textIn(started, 'RequestId')
      const status = textIn(started, 'Status')
      if (status !== '000' || externalId === '')
        throw refusal('não fez o pedido MB WAY', answer, { isUncertain: status === '' || status === '000' })
      return { externalId, reference: null }
    },
    async queryState(order) {
      if (order.kind === 'mbway' && order.externalId !== null) {
        const query = new URLSearchParams({ mbWayKey: keys.mbway, requestId: order.externalId })
        const state = objectIn(
          await ask({ method: 'GET', url: `${api}/spg/payment/mbway/status?${query.toString()}` }),
        )
        const status = textIn(state, 'Status')
        if (status === '020' || status === '122') return { status: 'refused' }
        if (status === '101') return { status: 'expired' }
        if (status !== '000') return { status: 'pending' }
        const notices = await paymentsOf(order)
        return { status: 'paid', notices: notices.length > 0 ? notices : [noticeFromState(order)] }
      }
      const notices = await paymentsOf(order)
      return notices.length > 0 ? { status: 'paid', notices } : { status: 'pending' }
    },
    async check() {
      if (keys.backoffice === '')
        return ['Falta a chave de acesso ao backoffice, com que se confirmam as outras.']
      const query = new URLSearchParams({ chavebackoffice: keys.backoffice })
      const known = subEntitiesIn(await ask({ method: 'GET', url: `${accounts}?${query.toString()}` }))
      if (known.size === 0) return ['A ifthenpay não reconhece a chave de acesso ao backoffice.']
      const problemOf = (label: string, key: string) =>
        key === '' || known.has(key) ? [] : [`A ${label} não é desta conta da ifthenpay.`]
      return [
        ...problemOf('chave Multibanco', keys.multibanco),
        ...problemOf('chave MB WAY', keys.mbway),
        ...(keys.multibanco === '' && keys.mbway === '' ? ['Faltam as chaves Multibanco e MB WAY.'] : []),
        ...(keys.callback === ''
          ? ['Falta a chave anti-phishing: sem ela não se aceitam os avisos de pagamento.']
          : []),
      ]
    },
    async registerCallback(url) {
      const known = [
        { entity: 'MB', key: keys.multibanco },
        { entity: 'MBWAY', key: keys.mbway },
      ]
      for (const { entity, key } of known.filter((each) => each.key !== '')) {
        const answer = await ask({
          method: 'POST',
          url: `${api}/endpoint/callback/activation`,
          json: {
            chave: keys.backoffice,
            entidade: entity,
            subentidade: key,
            apKey: keys.callback,
            urlCb: ifthenpayTemplate(url),
          },
        })
        if (!answer.text.replace(/^"/, '').startsWith('OK')) throw refusal('não ativou os avisos', answer)
      }
    },
  }
}

/** Status `000` without details: paid, amount as asked. */
function noticeFromState({
  kind,
  orderId,
  externalId,
  entity,
  reference,
  amount,
}: AskedOrder): PaymentNotice {
  const raw = {
    ...(externalId !== null && { tid: externalId }),
    oid: orderId,
    val: centsToDecimalText(amount),
  }
  const rest = {
    isRefund: false,
    kind,
    orderId,
    externalId,
    entity,
    reference,
    amount,
    fee: null,
    paidAt: null,
  }
  return { gateway: 'ifthenpay', key: keyOf([externalId], null, amount), ...rest, raw }
}

function refusal(what: string, answer: OutgoingAnswer, certainty?: { isUncertain: boolean }): GatewayProblem {
  const body = objectIn(answer)
  const words = [textIn(body, 'Message'), textIn(body, 'Status')].filter(Boolean).join(', ')
  return new GatewayProblem(
    `A ifthenpay ${what}${words === '' ? '' : ` (${words})`}. Confirme as chaves, nas configurações.`,
    certainty,
  )
}

function subEntitiesIn({ text }: OutgoingAnswer): Set<string> {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return new Set()
  }
  if (!Array.isArray(list)) return new Set()
  const subEntities = (list as unknown[]).flatMap((each) =>
    typeof each === 'object' && each !== null ? ((each as Record<string, unknown>)['SubEntidade'] ?? []) : [],
  )
  return new Set(subEntities.filter((each): each is string => typeof each === 'string' && each !== ''))
}

/** The values of a callback or of the list of payments; undefined when amount or request are missing. */
function noticeOf(given: Record<string, string>): PaymentNotice | undefined {
  const value = (name: string) => given[name] ?? ''
  const amount = noticeAmount(value('val'))
  const reference = noticeReference(value('ref'))
  const isMbway = value('pm').toUpperCase() === 'MBWAY'
  if (amount === undefined || (value('tid') === '' && reference === null)) return undefined
  const paidAt = noticeTime(value('dt'))
  const entity = /^\d{5}$/.test(value('ent')) ? value('ent') : null
  return {
    gateway: 'ifthenpay',
    // References that the program made have no request.
    key: keyOf(value('tid') === '' ? [entity, reference] : [value('tid')], paidAt, amount),
    isRefund: false,
    kind: isMbway ? 'mbway' : 'multibanco',
    orderId: value('oid') || null,
    externalId: value('tid') || null,
    entity,
    reference: isMbway ? null : reference,
    amount,
    fee: noticeFee(value('fee')),
    paidAt,
    raw: Object.fromEntries(Object.entries(given).filter(([, text]) => text !== '')),
  }
}

const parameters = ['oid', 'tid', 'ent', 'ref', 'val', 'fee', 'pm', 'dt']

/** Reads a callback. Throws NoticeRefused for a wrong key (403), an unknown method or what cannot be read (400). */
export function readIfthenpayCallback(query: Record<string, unknown>, callbackKey: string): PaymentNotice {
  if (!isSameSecret(textIn(query, 'apk'), callbackKey))
    throw new NoticeRefused(403, 'Chave anti-phishing errada.')
  const method = textIn(query, 'pm').toUpperCase()
  if (!/^(MB|MBWAY|MULTIBANCO|\d{5})$/.test(method)) throw new NoticeRefused(400, 'pm: meio desconhecido.')
  const notice = noticeOf(Object.fromEntries(parameters.map((name) => [name, textIn(query, name)])))
  if (!notice) throw new NoticeRefused(400, 'Faltam o valor e o pedido ou a referência.')
  if (notice.reference !== null && multibancoReference.problem(notice.reference) !== undefined)
    throw new NoticeRefused(400, 'ref: referência inválida.')
  return notice
}
