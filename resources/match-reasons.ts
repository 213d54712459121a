/** Why a person may be the one that is being entered. */
export const matchReasons = {
  nif: 'mesmo NIF',
  nameBirth: 'mesmo nome e data de nascimento',
  email: 'mesmo email',
} as const
export type MatchReason = keyof typeof matchReasons
