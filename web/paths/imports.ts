import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { pagesBelow } from './list-address.ts'
export const importsPath = `/${screenPaths.imports}`
/** Query parameter of a new import's address that chooses what the file brings. */
export const kindParameter = 'tipo'

export function newImportPath(kind?: string): string {
  return kind ? `${importsPath}/nova?${kindParameter}=${kind}` : `${importsPath}/nova`
}

export const importPath = pagesBelow(importsPath)
