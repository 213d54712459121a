import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { pagesBelow } from './list-address.ts'
/** Path of the list of bulk tasks. */
export const tasksPath = `/${screenPaths.tasks}`

export const taskPath = pagesBelow(tasksPath)
