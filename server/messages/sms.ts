import { oneOf } from '@agremia/resources/json-shape.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import { smsLimits } from '../limits.ts'
import type { OutgoingAnswer, OutgoingRequest } from '../outgoing-request.ts'
import { NoAnswer, sendRequest } from '../outgoing-request.ts'
import { PrivateAddress } from '../private-addresses.ts'
import { parseWebUrl } from '../web-url.ts'
import { readSecretSetting } from '../settings/index.ts'
import type { Outcome } from './outgoing.ts'
import type { World } from '../rest/modules.ts'

export interface Sms {
  id: string
  to: string
  text: string
}

export interface SmsSender {
  send(sms: Sms): Promise<Outcome>
}

/** Sends each SMS with an HTTP request, whose URL, method and body are settings. The timeout is in milliseconds. */
export function createHttpSmsSender(world: World, timeout: number = smsLimits.answerTime): SmsSender {
  return {
    async send(sms) {
      const settings = await world.organisation.settings()
      if (settings.smsUrl === '') return { kind: 'held', detail: 'Não há um serviço de SMS configurado.' }
      const token = await readSecretSetting(world, settings, 'smsToken')
      const address = urlFor(settings, sms)
      const url = parseWebUrl(address)
      if (!url)
        return { kind: 'refused', detail: 'O endereço do serviço de SMS não está completo: corrija-o.' }
      try {
        const answer = await sendRequest(url, {
          ...requestFor(settings, sms, token),
          allowPrivate: world.config.smsAllowPrivate,
          timeout,
          answerSize: smsLimits.answerSize,
        })
        return outcomeOf(answer)
      } catch (error) {
        if (error instanceof PrivateAddress) return privateNetworkRefusal(url)
        if (error instanceof NoAnswer) return failureOf(error)
        throw error
      }
    },
  }
}

type GatewayRequest = Pick<OutgoingRequest, 'method' | 'headers' | 'body'>

function privateNetworkRefusal({ hostname }: URL): Outcome {
  return {
    kind: 'refused',
    detail: `O endereço do serviço de SMS (${hostname}) leva a uma rede privada, o que SMS_ALLOW_PRIVATE não permite.`,
  }
}

function fill(
  template: string,
  { to, text }: Sms,
  sender: string,
  encode: (value: string) => string,
): string {
  const values: Record<string, string> = { to, text, sender }
  return template.replace(/\{(to|text|sender)\}/g, (_, name: string) => encode(values[name] as string))
}

function urlFor({ smsUrl, smsSender }: Settings, sms: Sms): string {
  return fill(smsUrl, sms, smsSender, encodeURIComponent)
}

function requestFor({ smsMethod, smsBody, smsSender }: Settings, sms: Sms, token: string): GatewayRequest {
  const headers: Record<string, string> = {
    // Services that support idempotency keys send a repeated request once.
    'idempotency-key': sms.id,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  if (smsMethod === 'GET') return { method: 'GET', headers }
  const isJson = /^\s*[[{]/.test(smsBody)
  const inJson = (value: string) => JSON.stringify(value).slice(1, -1)
  headers['content-type'] = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    method: 'POST',
    headers,
    body: fill(smsBody, sms, smsSender, isJson ? inJson : encodeURIComponent),
  }
}

/** The outcome of a response. After a server error (500) the message may have been sent. */
function outcomeOf({ status, text }: OutgoingAnswer): Outcome {
  const body = text.slice(0, 300)
  const words = body === '' ? `resposta ${status}.` : `${status} ${body}`
  if (status >= 200 && status < 300) return { kind: 'sent', detail: words }
  if (status >= 300 && status < 400)
    return {
      kind: 'refused',
      detail: `O serviço de SMS mandou para outro endereço, que não se segue: ${words}`,
    }
  if (status === 401 || status === 403)
    return { kind: 'postponed', detail: `O serviço de SMS não aceitou a chave: ${words}` }
  if (status === 408 || status === 429 || status === 503)
    return { kind: 'postponed', detail: `O serviço de SMS pediu para tentar mais tarde: ${words}` }
  if (status < 500) return { kind: 'refused', detail: `O serviço de SMS recusou a mensagem: ${words}` }
  return { kind: 'interrupted', detail: `O serviço de SMS falhou sem confirmar: ${words}` }
}

/** Without a connection nothing was sent, so a retry cannot send the message twice. */
function failureOf({ message, wasReached }: NoAnswer): Outcome {
  return wasReached
    ? { kind: 'interrupted', detail: `A ligação ao serviço de SMS caiu sem confirmação: ${message}` }
    : { kind: 'postponed', detail: `Não foi possível falar com o serviço de SMS: ${message}` }
}

interface SmsPreview {
  text: string
  encoding: 'GSM-7' | 'UCS-2'
  parts: number
  /** Euros. */
  cost: Euros
}

/** `SmsPreview`, for answers. */
export const smsPreviewShape = {
  text: 'text',
  encoding: oneOf(['GSM-7', 'UCS-2']),
  parts: 'integer',
  cost: 'euros',
} as const

/** An SMS as it would be sent, and its cost. */
export function previewSms(text: string, settings: Settings): SmsPreview {
  const smsText = settings.smsRemoveAccents === 'true' ? removeSmsAccents(text) : text
  const { encoding, parts } = countSms(smsText)
  return { text: smsText, encoding, parts, cost: costOf(parts, settings) }
}

/** The cost of SMS parts in euros, rounded to cents. */
export function costOf(parts: number, { smsPricePerPart }: Settings): Euros {
  // The price has up to four decimals: computes with integers.
  return Math.round((parts * Math.round(Number(smsPricePerPart) * 10_000)) / 100) / 100
}
