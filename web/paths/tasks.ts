import { screenPaths } from '@agremia/resources/screen-paths.ts'
/** Path of the list of bulk tasks. */
export const tasksPath = `/${screenPaths.tasks}`

export function taskPath(id: string): string {
  return `${tasksPath}/${id}`
}
