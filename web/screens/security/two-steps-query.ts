import { dataQuery } from '../../api/data-query.ts'

export interface Passkey {
  _id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** Second steps of the logged-in person. */
export interface TwoStepsState {
  /** A setting requires one. */
  required: boolean
  /** Whether an authenticator app is active. */
  app: boolean
  /** Number of unused recovery codes. */
  recoveryCodes: number
  passkeys: Passkey[]
}

/** Below the key of accounts, whose news invalidate it. */
export const twoStepsQuery = dataQuery<TwoStepsState>(['record', 'users', 'twoSteps'], 'auth/two_steps')
