import { gateways, type GatewayName } from '@agremia/resources/gateways.ts'
import { gatewayLimits } from '../limits.ts'
import type { OutgoingAnswer } from '../outgoing-request.ts'
import { NoAnswer, sendRequest } from '../outgoing-request.ts'
import { PrivateAddress } from '../private-addresses.ts'
import { GatewayProblem } from './gateway.ts'
import type { World } from '../rest/modules.ts'

export interface Question {
  method: 'GET' | 'POST'
  /** Of the real gateway; a simulator has the same paths. */
  url: string
  headers?: Record<string, string>
  json?: object
}

/** Sends requests to a gateway, or to the simulator of `GATEWAY_URL`. */
export type Ask = (question: Question) => Promise<OutgoingAnswer>

export function createAsk({ config }: Pick<World, 'config'>, gateway: GatewayName): Ask {
  const name = gateways[gateway]
  return async ({ method, url, headers, json }) => {
    const { pathname, search } = new URL(url)
    const address = config.gatewayUrl === undefined ? url : `${config.gatewayUrl}${pathname}${search}`
    try {
      const answer = await sendRequest(new URL(address), {
        method,
        headers: {
          accept: 'application/json',
          ...(json && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: json && JSON.stringify(json),
        allowPrivate: config.gatewayUrl !== undefined,
        timeout: gatewayLimits.answerMs,
        answerSize: gatewayLimits.answerSize,
      })
      if (answer.status >= 500)
        throw new GatewayProblem(
          `O serviço ${name} respondeu com um erro (${answer.status}). Tente mais tarde.`,
          {
            isUncertain: true,
          },
        )
      return answer
    } catch (error) {
      if (error instanceof PrivateAddress)
        throw new GatewayProblem(`O endereço do serviço ${name} leva a uma rede privada.`)
      if (!(error instanceof NoAnswer)) throw error
      throw new GatewayProblem(
        `Não foi possível falar com o serviço ${name}. Tente dentro de alguns minutos.`,
        {
          isUncertain: error.wasReached,
        },
      )
    }
  }
}

/** The JSON object of an answer; empty when it is none. */
export function objectIn({ text }: OutgoingAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

/** A text or number of an answer as text, at most 200 characters; empty for anything else. */
export function textIn(object: unknown, name: string): string {
  const value =
    typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[name] : undefined
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value).replaceAll('\u0000', '').trim().slice(0, 200)
}
