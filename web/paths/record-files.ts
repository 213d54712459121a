import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { pagesBelow } from './list-address.ts'
/** Path of the list of the organisation's files. */
export const recordFilesPath = `/${screenPaths.recordFiles}`

export const recordFilePath = pagesBelow(recordFilesPath)
