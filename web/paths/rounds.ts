import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { listAddress, pagesBelow } from './list-address.ts'

export const collectorsPath = `/${screenPaths.collectors}`
export const collectorPath = pagesBelow(collectorsPath)

export const roundsPath = `/${screenPaths.rounds}`
export const newRoundPath = `${roundsPath}/nova`

export const roundPath = pagesBelow(roundsPath)

/** The page of a round for a phone: the visits by route. */
export function routeOfRoundPath(id: string): string {
  return `${roundPath(id)}/percurso`
}

/** The members whom a collector visits. */
export function membersOfCollectorPath(membersPath: string, collectorId: string): string {
  return listAddress(membersPath, { collectorId })
}
