export { discardFiles, removeDiscarded } from './discard.ts'
export { registerFiles } from './register-files.ts'
export type { WrittenFile } from './file-store.ts'
export { linkSeconds, signedUrl } from './signed-links.ts'
