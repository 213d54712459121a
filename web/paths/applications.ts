export const applicationsPath = '/candidaturas'
export const newApplicationPath = `${applicationsPath}/nova`

export type ApplicationTab = 'ficha' | 'historico'

export function applicationPath(id: string, tab: ApplicationTab = 'ficha'): string {
  return `${applicationsPath}/${id}${tab === 'ficha' ? '' : `/${tab}`}`
}

/** The public form, and the page that the confirmation email links to. */
export const applyPath = '/inscricao'
export const confirmPath = `${applyPath}/confirmacao`
