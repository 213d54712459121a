import { once } from 'node:events'
import http from 'node:http'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { World } from '../context.ts'
import { smsLimits } from '../limits.ts'
import { isPrivateLiteral, PrivateAddress, publicLookup } from '../private-addresses.ts'
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
export function createHttpSmsSender(world: World, patience: number = smsLimits.answerTime): SmsSender {
  return {
    async send(sms) {
      const settings = await world.organisation.settings()
      if (settings.smsUrl === '') return { kind: 'held', detail: 'Não há um serviço de SMS configurado.' }
      const token = await readSecretSetting(world, settings, 'smsToken')
      const address = urlFor(settings, sms)
      if (!URL.canParse(address))
        return { kind: 'refused', detail: 'O endereço do serviço de SMS não está completo: corrija-o.' }
      const url = new URL(address)
      const { smsAllowPrivate } = world.config
      if (!smsAllowPrivate && isPrivateLiteral(url)) return toPrivateNetwork(url)
      return ask(url, {
        ...requestFor(settings, sms, token),
        ...(!smsAllowPrivate && { lookup: publicLookup }),
        signal: AbortSignal.timeout(patience),
      })
    },
  }
}

type Asked = Pick<https.RequestOptions, 'method' | 'headers' | 'lookup' | 'signal'> & { body?: string }

/** Makes one request on a connection of its own. Node follows no redirects, which could lead to a private network. */
async function ask(url: URL, { body, ...options }: Asked): Promise<Outcome> {
  const isSecure = url.protocol === 'https:'
  let wasReached = false
  try {
    const request = (isSecure ? https : http).request(url, { ...options, agent: false })
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => (wasReached = true)),
    )
    // An error after the answer has begun is one of the answer too, which is read below.
    request.on('error', () => {})
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return outcomeOf(response.statusCode ?? 0, await beginningOf(response))
  } catch (error) {
    if (error instanceof PrivateAddress) return toPrivateNetwork(url)
    return failureOf(error as NodeJS.ErrnoException, wasReached)
  }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop ends the connection.
    if (size >= smsLimits.answerSize) break
  }
  return Buffer.concat(chunks).toString().trim().slice(0, 300)
}

function toPrivateNetwork({ hostname }: URL): Outcome {
  return {
    kind: 'refused',
    detail: `O endereço do serviço de SMS (${hostname}) leva a uma rede privada, o que SMS_ALLOW_PRIVATE não permite.`,
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

function requestFor({ smsMethod, smsBody, smsSender }: Settings, sms: Sms, token: string): Asked {
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

/** Nothing was said before the connection was there, so trying again delivers nothing twice. */
function failureOf({ code, message }: NodeJS.ErrnoException, wasReached: boolean): Outcome {
  // A name with several addresses fails with an error without a message of its own.
  const words = message || code
  return wasReached
    ? { kind: 'interrupted', detail: `A ligação ao serviço de SMS caiu sem confirmação: ${words}` }
    : { kind: 'postponed', detail: `Não foi possível falar com o serviço de SMS: ${words}` }
}
