import type { Role } from '../api/tokens.ts'

export const staffHome = '/adminHome'
export const memberHome = '/dashboard'

/** The page shown after login. */
export function homeOf(role: Role): string {
  return role === 'member' ? memberHome : staffHome
}

export const loginPath = '/autorizacao/entrar'
export const logoutPath = '/autorizacao/sair'
export const linkPath = '/autorizacao/loginporlink'
export const confirmEmailPath = '/autorizacao/confirmarEmail'

export function profilePath(userId: string): string {
  return `/utilizadores/${userId}`
}

/** Settings of the organisation. */
export const organisationSettingsPath = '/configuracaoOrganizacao'

/** The tab with the email of technical support. */
export const programSettingsPath = `${organisationSettingsPath}?separador=programa`

export const setupPath = '/configuracaoInicial'
