import type { Agent } from 'node:http'
import type { Agent as SecureAgent } from 'node:https'
import { webhookLimits } from '../limits.ts'
import { NoAnswer, sendRequest } from '../outgoing-request.ts'
import { PrivateAddress, isPrivateUrl } from '../private-addresses.ts'
import { parseWebUrl } from '../web-url.ts'
import { codeOf } from '../errors.ts'

/** Returns why a webhook cannot have this address; undefined when it can. Sending checks private addresses again. */
export async function addressProblem(text: string, allowPrivate: boolean): Promise<string | undefined> {
  const url = parseWebUrl(text)
  if (!url) return 'O endereço não está completo, por exemplo https://exemplo.pt/eventos.'
  if (url.username !== '' || url.password !== '')
    return 'O endereço não leva nome nem palavra-passe: o destino conhece quem envia pela assinatura.'
  const isPrivate = await isPrivateUrl(url, webhookLimits.lookupTime)
  if (isPrivate && !allowPrivate)
    return 'Este endereço leva a uma rede privada ou a esta máquina, o que as definições dos webhooks não permitem.'
  if (url.protocol !== 'https:' && !isPrivate)
    return 'Tem de começar por https://, para que ninguém leia pelo caminho os dados que leva.'
  return undefined
}

/**
 * What came of a request: `unavailable` receivers get nothing else for a while, `refused` events alone are sent again later, and a
 * receiver that is `gone` (410) wants no more.
 */
export interface Outcome {
  kind: 'delivered' | 'refused' | 'unavailable' | 'gone'
  status: number | null
  /** Milliseconds. */
  duration: number
  /** A text for people; null when it was delivered. */
  problem: string | null
  /** The beginning of the answer. */
  answer: string | null
}

export interface Connections {
  allowPrivate: boolean
  agents: { http: Agent; https: SecureAgent }
  signal: AbortSignal
}

/** Sends a signed event. */
export async function post(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  connections: Connections,
): Promise<Outcome> {
  const began = performance.now()
  const duration = () => Math.round(performance.now() - began)
  try {
    const { status, text } = await sendRequest(new URL(address), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Agremia', ...headers },
      body,
      timeout: webhookLimits.answerTime,
      answerSize: webhookLimits.answerSize,
      ...connections,
    })
    return { ...verdictOf(status), status, duration: duration(), answer: text }
  } catch (error) {
    if (!(error instanceof PrivateAddress || error instanceof NoAnswer)) throw error
    const kind = 'unavailable'
    return { kind, status: null, duration: duration(), problem: reasonOf(error), answer: null }
  }
}

/** Answers of servers that are overloaded, or of proxies whose server is down. */
const overloaded = [408, 429, 502, 503, 504]

function verdictOf(status: number): Pick<Outcome, 'kind' | 'problem'> {
  if (status >= 200 && status < 300) return { kind: 'delivered', problem: null }
  if (status === 410) return { kind: 'gone', problem: 'O destino respondeu 410: não quer receber mais nada.' }
  const problem =
    status >= 300 && status < 400
      ? `O destino mandou para outro endereço (${status}), que não se segue: indique o endereço final.`
      : `O destino respondeu ${status}.`
  return { kind: overloaded.includes(status) ? 'unavailable' : 'refused', problem }
}

const reasons: Record<string, string> = {
  ABORT_ERR: `O destino não respondeu em ${webhookLimits.answerTime / 1000} segundos.`,
  ENOTFOUND: 'O nome do endereço não existe.',
  EAI_AGAIN: 'O nome do endereço não se conseguiu encontrar.',
  ECONNREFUSED: 'O destino recusou a ligação.',
  ECONNRESET: 'O destino cortou a ligação.',
  ETIMEDOUT: 'O destino não respondeu.',
  EHOSTUNREACH: 'O destino não está ao alcance.',
  ENETUNREACH: 'O destino não está ao alcance.',
  CERT_HAS_EXPIRED: 'O certificado do destino expirou.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'O certificado do destino não é de uma entidade reconhecida.',
  SELF_SIGNED_CERT_IN_CHAIN: 'O certificado do destino não é de uma entidade reconhecida.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'O certificado do destino não é de uma entidade reconhecida.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado do destino é de outro nome.',
}

function reasonOf(error: PrivateAddress | NoAnswer): string {
  if (error instanceof PrivateAddress)
    return 'O endereço leva a uma rede privada ou a esta máquina, o que as definições dos webhooks não permitem.'
  const code = codeOf(error.cause) ?? ''
  return reasons[code] ?? `Não houve resposta: ${error.message}`.slice(0, 300)
}
