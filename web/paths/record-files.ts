/** Path of the list of the organisation's files. */
export const recordFilesPath = '/ficheiros'

export function recordFilePath(id: string): string {
  return `${recordFilesPath}/${id}`
}
