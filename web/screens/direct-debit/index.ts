export { DirectDebitSettings } from './direct-debit-settings.tsx'
export { MemberMandates } from './member-mandates.tsx'
