import type { Role } from '../../api/tokens.ts'

export const staffHome = '/adminHome'
export const memberHome = '/dashboard'

/** The page shown after login. */
export function homeOf(role: Role): string {
  return role === 'member' ? memberHome : staffHome
}
