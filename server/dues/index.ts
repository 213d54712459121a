export { duesArea } from './area.ts'
export { useCredit } from './credit.ts'
