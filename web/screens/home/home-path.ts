import type { Role } from '../../api/tokens.ts'

export const staffHome = '/adminHome'
export const memberHome = '/dashboard'

/** Where a person starts. */
export function homeOf(role: Role): string {
  return role === 'member' ? memberHome : staffHome
}
