import type { Role } from '../api/tokens.ts'

export const staffHome = '/adminHome'
export const memberHome = '/dashboard'

/** Where a person starts. */
export function homeOf(role: Role): string {
  return role === 'member' ? memberHome : staffHome
}

export const loginPath = '/autorizacao/entrar'
export const logoutPath = '/autorizacao/sair'
export const linkPath = '/autorizacao/loginporlink'
export const confirmEmailPath = '/autorizacao/confirmarEmail'

/** The address of one's own profile. */
export function profilePath(userId: string): string {
  return `/utilizadores/${userId}`
}

/** Where it is decided what the organisation is and how it speaks. */
export const organisationSettingsPath = '/configuracaoOrganizacao'

/** The part about the program itself, where the address of technical support is. */
export const programSettingsPath = `${organisationSettingsPath}?separador=programa`

export const setupPath = '/configuracaoInicial'
