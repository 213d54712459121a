/** Settings of the organisation. */
export const organisationSettingsPath = '/configuracaoOrganizacao'

/** The tab with the email of technical support. */
export const programSettingsPath = `${organisationSettingsPath}?separador=programa`
