import { screenPaths } from '@agremia/resources/screen-paths.ts'
/** What the RGPD asks for. */
const privacyPath = `/${screenPaths.privacy}`

export const dataToErasePath = `${privacyPath}/eliminar`
export const dataRequestsPath = `${privacyPath}/pedidos`
export const processingActivitiesPath = `${privacyPath}/atividades`
export const processorsPath = `${privacyPath}/subcontratantes`
export const dataBreachesPath = `${privacyPath}/violacoes`
export const privacySettingsPath = `/${screenPaths.privacySettings}`
