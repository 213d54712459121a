export { discardFiles, removeDiscarded } from './discard.ts'
export { registerFiles } from './register-files.ts'
export { linkSeconds, signedUrl } from './signed-links.ts'
