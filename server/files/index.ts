export type { FileStore } from './file-store.ts'
export { createFolderStore } from './file-store.ts'
export { registerFiles } from './register-files.ts'
export { signedUrl } from './signed-links.ts'
