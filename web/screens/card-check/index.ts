export { fetchCardVerification } from './verification.ts'
export { validities, type ValidityTone } from './verification.ts'
