export { duesArea } from './area.ts'
export { insertSampleDues } from './sample-dues.ts'
export { useCredit } from './credit.ts'
export { addCharge } from './add-charge.ts'
