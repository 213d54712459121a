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

export const activityPath = '/atividade'
export const developersPath = '/developers'
export const referencePath = `${developersPath}/reference`
export const secretsPath = '/apiSecrets'
export const newSecretPath = `${secretsPath}/new`
export const webhooksPath = '/webhooks'
export const newWebhookPath = `${webhooksPath}/novo`
export const deliveriesPath = '/entregasDeWebhooks'

export const usersPath = '/utilizadores'
export const createAccountsPath = `${usersPath}/criarMultiplos`

export function profilePath(userId: string): string {
  return `${usersPath}/${userId}`
}

/** The page that sends a user a link to sign in. */
export function recoverAccountPath(userId: string): string {
  return `${usersPath}/recuperar-password/${userId}`
}

/** Settings of the organisation. */
export const organisationSettingsPath = '/configuracaoOrganizacao'

export const modulesSettingsPath = '/configuracaoModulos'

/** The tab with the email of technical support. */
export const programSettingsPath = `${organisationSettingsPath}?separador=programa`

export const setupPath = '/configuracaoInicial'
