export const applicationsPath = '/candidaturas'
export const newApplicationPath = `${applicationsPath}/nova`

export type ApplicationTab = 'ficha' | 'historico'

export function applicationPath(id: string, tab: ApplicationTab = 'ficha'): string {
  return `${applicationsPath}/${id}${tab === 'ficha' ? '' : `/${tab}`}`
}

/** Where anybody applies, and where the link of the message leads. */
export const applyPath = '/inscricao'
export const confirmPath = `${applyPath}/confirmacao`
