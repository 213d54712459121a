import { listAddress } from './list-address.ts'

export const collectorsPath = '/cobradores'
export const roundsPath = '/rondas'
export const newRoundPath = `${roundsPath}/nova`

export function roundPath(id: string): string {
  return `${roundsPath}/${id}`
}

/** The page of a round for a phone: the visits by route. */
export function routeOfRoundPath(id: string): string {
  return `${roundPath(id)}/percurso`
}

/** The members whom a collector visits. */
export function membersOfCollectorPath(membersPath: string, collectorId: string): string {
  return listAddress(membersPath, [['collectorId', collectorId]])
}
