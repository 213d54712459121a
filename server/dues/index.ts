export { duesArea } from './area.ts'
export { insertSampleDues } from './sample-dues.ts'
export { useCredit } from './credit.ts'
