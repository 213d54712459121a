import { screenPaths } from '@agremia/resources/screen-paths.ts'
export const backupsPath = `/${screenPaths.backups}`
