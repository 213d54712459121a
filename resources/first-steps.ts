import { writerRoles, type Role } from './access.ts'

/** First steps of a new organisation, in order, with the roles that may do them. The names are those of `GET /today`. */
export const firstSteps = {
  members: { roles: writerRoles },
  quotaPrices: { roles: writerRoles },
  /** Of cooperatives. */
  capitalTitles: { roles: writerRoles },
  mailServer: { roles: ['admin'] },
  logo: { roles: writerRoles },
  iban: { roles: ['admin'] },
  colleagues: { roles: ['admin'] },
} as const satisfies Record<string, { roles: readonly Role[] }>
export type FirstStep = keyof typeof firstSteps
