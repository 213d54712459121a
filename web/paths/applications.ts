import { screenPaths } from '@agremia/resources/screen-paths.ts'
export const applicationsPath = `/${screenPaths.applications}`
export const newApplicationPath = `${applicationsPath}/nova`

export type ApplicationTab = 'ficha' | 'historico'

export function applicationPath(id: string, tab: ApplicationTab = 'ficha'): string {
  return `${applicationsPath}/${id}${tab === 'ficha' ? '' : `/${tab}`}`
}

/** The public form, and the page that the confirmation email links to. */
export const applyPath = `/${screenPaths.apply}`
export const confirmPath = `${applyPath}/confirmacao`

/** The settings of what an application requires. */
export const applicationRulesPath = `/${screenPaths.applicationSettings}?separador=regras`
