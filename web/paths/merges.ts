import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { pagesBelow } from './list-address.ts'
export const duplicatesPath = `/${screenPaths.duplicates}`
export const mergesPath = `/${screenPaths.merges}`

/** The records that are compared: ids of people; and the pair of duplicates that they are from. */
export interface ComparedPair {
  personId: string
  otherPersonId?: string
  duplicateId?: string
}

/** Query parameters of the address that compares two records. */
export const pairParameters = { personId: 'pessoa', otherPersonId: 'outra', duplicateId: 'par' } as const

/** The screen that compares two records before they become one. */
export function newMergePath(pair?: ComparedPair): string {
  const given = Object.entries(pair ?? {}).map(([name, value]): [string, string] => [
    pairParameters[name as keyof ComparedPair],
    String(value),
  ])
  const query = new URLSearchParams(given).toString()
  return `${mergesPath}/nova${query && `?${query}`}`
}

export const mergePath = pagesBelow(mergesPath)
