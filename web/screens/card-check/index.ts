export { fetchCardVerification } from './verification.ts'
export { standings, type StandingTone } from './verification.ts'
