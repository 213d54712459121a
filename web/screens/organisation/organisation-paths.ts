/** Where it is decided what the organisation is and how it speaks. */
export const organisationSettingsPath = '/configuracaoOrganizacao'

/** The part about the program itself, where the address of technical support is. */
export const programSettingsPath = `${organisationSettingsPath}?separador=programa`
