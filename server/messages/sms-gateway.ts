import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { World } from '../context.ts'
import { readSecretSetting } from '../settings/index.ts'
import type { Outcome } from './outcome.ts'

export interface Sms {
  id: string
  to: string
  text: string
}

/** A way out for text messages. */
export interface SmsSender {
  send(sms: Sms): Promise<Outcome>
}

/** Any provider that takes a request for each message: the settings say where, how, and with what body. */
export function createHttpSmsSender(world: World, patience = 20_000): SmsSender {
  return {
    async send(sms) {
      const settings = await world.organisation.settings()
      if (settings.smsUrl === '') return { kind: 'held', detail: 'Não há um serviço de SMS configurado.' }
      const token = await readSecretSetting(world, settings, 'smsToken')
      try {
        const response = await fetch(urlFor(settings, sms), {
          ...requestFor(settings, sms, token),
          redirect: 'error',
          signal: AbortSignal.timeout(patience),
        })
        return outcomeOf(response.status, (await response.text()).trim().slice(0, 300))
      } catch (error) {
        return failureOf(error as FetchError)
      }
    },
  }
}

/** Whether text messages have a way out. */
export function hasSmsService(settings: Settings): boolean {
  return settings.smsUrl !== ''
}

function fill(template: string, { to, text }: Sms, sender: string, said: (value: string) => string): string {
  const values: Record<string, string> = { to, text, sender }
  return template.replace(/\{(to|text|sender)\}/g, (_, name: string) => said(values[name] as string))
}

function urlFor({ smsUrl, smsSender }: Settings, sms: Sms): string {
  return fill(smsUrl, sms, smsSender, encodeURIComponent)
}

function requestFor({ smsMethod, smsBody, smsSender }: Settings, sms: Sms, token: string): RequestInit {
  const headers: Record<string, string> = {
    // Whoever keeps such keys sends a message once, even when it is asked for twice.
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

/** An answer is a refusal, a delay, or, when the service itself broke down, a doubt. */
function outcomeOf(status: number, said: string): Outcome {
  const words = said === '' ? `resposta ${status}.` : `${status} ${said}`
  if (status >= 200 && status < 300) return { kind: 'sent', detail: words }
  if (status === 401 || status === 403)
    return { kind: 'postponed', detail: `O serviço de SMS não aceitou a chave: ${words}` }
  if (status === 408 || status === 429 || status === 503)
    return { kind: 'postponed', detail: `O serviço de SMS pediu para tentar mais tarde: ${words}` }
  if (status < 500) return { kind: 'refused', detail: `O serviço de SMS recusou a mensagem: ${words}` }
  return { kind: 'interrupted', detail: `O serviço de SMS falhou sem confirmar: ${words}` }
}

interface FetchError extends Error {
  cause?: { code?: string; message?: string }
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
])

function failureOf({ cause, message }: FetchError): Outcome {
  const words = cause?.message || message
  if (neverConnected.has(cause?.code ?? ''))
    return { kind: 'postponed', detail: `Não foi possível falar com o serviço de SMS: ${words}` }
  return { kind: 'interrupted', detail: `A ligação ao serviço de SMS caiu sem confirmação: ${words}` }
}
