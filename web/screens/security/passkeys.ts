import type * as WebAuthn from '@simplewebauthn/browser'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '../../api/api-error.ts'
import { api, isTimedOut, type TimedOut } from '../../api/client.ts'
import type { Tokens } from '../../api/tokens.ts'

interface Asked<Options> {
  data: { challengeId: string; options: Options }
}
type Browser = typeof WebAuthn

/** Whether the browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

/** Asks for a passkey and signs in with it. Throws `ApiError`. */
export async function signInWithPasskey(): Promise<Tokens | undefined | TimedOut> {
  const asked = await api.post<Asked<PublicKeyCredentialRequestOptionsJSON>>('auth/passkey_options')
  if (isTimedOut(asked)) return asked
  const { challengeId, options } = asked.data
  const response = await ask((browser) => browser.startAuthentication({ optionsJSON: options }))
  return api.post<Tokens>('auth', { passkey: { challengeId, response } })
}

/** Creates a passkey of the logged-in person. A session by link needs no password. Throws `ApiError`. */
export async function createPasskey(
  password: string,
  given: { name: string; endOtherSessions: boolean },
): Promise<unknown> {
  const asked = await api.post<Asked<PublicKeyCredentialCreationOptionsJSON>>('auth/passkeys/options', {
    password,
  })
  if (isTimedOut(asked)) return asked
  const { challengeId, options } = asked.data
  const response = await ask((browser) => browser.startRegistration({ optionsJSON: options }))
  return api.post('auth/passkeys', { challengeId, response, ...given })
}

async function ask<Response>(work: (browser: Browser) => Promise<Response>): Promise<Response> {
  const browser = await import('@simplewebauthn/browser')
  try {
    return await work(browser)
  } catch (error) {
    throw new ApiError(400, problems[error instanceof Error ? error.name : ''] ?? notRead)
  }
}

const notRead = 'Não foi lida nenhuma chave de acesso.'
/** By the names of the browser's errors. */
const problems: Record<string, string> = {
  InvalidStateError: 'Este dispositivo já tem uma chave de acesso desta conta.',
  SecurityError: 'As chaves de acesso só funcionam no endereço da aplicação, por HTTPS.',
}
