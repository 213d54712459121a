import { screenPaths } from '@agremia/resources/screen-paths.ts'
/** Path of the list of the organisation's files. */
export const recordFilesPath = `/${screenPaths.recordFiles}`

export function recordFilePath(id: string): string {
  return `${recordFilesPath}/${id}`
}
