export const backupsPath = '/copias'
