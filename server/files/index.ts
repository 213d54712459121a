export { registerFiles } from './register-files.ts'
export { signedUrl } from './signed-links.ts'
