export { discardFiles, removeDiscarded } from './discard.ts'
export { registerFiles } from './register-files.ts'
export { signedUrl } from './signed-links.ts'
