import { createContext } from 'react'
import { api, isApiError, type TimedOut } from './client.ts'
import { isTimedOut } from './timeout.ts'
import type { Tokens } from './tokens.ts'

/** Answer of `GET /setup`. */
export interface FirstRun {
  codeRequired: boolean
  presets: { id: string; label: string }[]
}

export interface NewOrganisation {
  name: string
  orgType: 'association' | 'cooperative'
  terminology: string
  adminName: string
  email: string
  password: string
  code?: string
}

export interface DemoLogin {
  name: string
  email: string
  password: string
  role: string
}

interface SetUp extends Tokens {
  /** Accounts of the demonstration. */
  logins?: DemoLogin[]
}

/** Returns the options of the first run, or undefined when the organisation exists. */
export async function findFirstRun(): Promise<FirstRun | undefined> {
  try {
    const answer = await api.get<{ data: FirstRun }>('setup')
    return isTimedOut(answer) ? undefined : answer.data
  } catch (error) {
    if (isApiError(error)) return undefined
    throw error
  }
}

/** In milliseconds. The demonstration takes seconds, on a busy machine many. */
const setUpTimeout = 120_000

export function setUp(
  organisation: NewOrganisation | { demo: true; code?: string },
): Promise<SetUp | TimedOut> {
  return api.post<SetUp>('setup', organisation, setUpTimeout)
}

/** Set while there is no organisation yet. */
export const FirstRunContext = createContext<FirstRun | undefined>(undefined)
