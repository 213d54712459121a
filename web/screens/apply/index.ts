export { applicationFormQuery } from './application-form.ts'
export { ApplyFrame } from './apply-frame.tsx'
export { NoticeIcon } from './notice-icon.tsx'
