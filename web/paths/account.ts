import { screenPaths } from '@agremia/resources/screen-paths.ts'
import type { Role } from '../api/tokens.ts'
import { pagesBelow } from './list-address.ts'

export const staffHome = `/${screenPaths.staffHome}`
export const memberHome = `/${screenPaths.memberHome}`

/** The page shown after login. */
export function homeOf(role: Role): string {
  return role === 'member' ? memberHome : staffHome
}

export const loginPath = `/${screenPaths.identity}/entrar`
export const logoutPath = `/${screenPaths.identity}/sair`
export const linkPath = `/${screenPaths.identity}/loginporlink`
export const confirmEmailPath = `/${screenPaths.identity}/confirmarEmail`

export const activityPath = `/${screenPaths.activity}`
export const developersPath = `/${screenPaths.developers}`
export const referencePath = `${developersPath}/reference`
export const secretsPath = `/${screenPaths.secrets}`
export const newSecretPath = `${secretsPath}/new`
export const webhooksPath = `/${screenPaths.webhooks}`
export const newWebhookPath = `${webhooksPath}/novo`
export const deliveriesPath = `/${screenPaths.webhookDeliveries}`

export const usersPath = `/${screenPaths.users}`
export const createAccountsPath = `${usersPath}/criarMultiplos`

export const profilePath = pagesBelow(usersPath)

/** The page that sends a user a link to sign in. */
export function recoverAccountPath(userId: string): string {
  return `${usersPath}/recuperar-password/${userId}`
}

/** Settings of the organisation. */
export const organisationSettingsPath = `/${screenPaths.organisationSettings}`

export const modulesSettingsPath = `/${screenPaths.modulesSettings}`

/** The tab with the email of technical support. */
export const programSettingsPath = `${organisationSettingsPath}?separador=programa`

export const setupPath = `/${screenPaths.setup}`
