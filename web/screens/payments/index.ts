export { MemberSearch } from './member-search.tsx'
export { loadPaymentDialog, PaymentDialog } from './lazy-payment-dialog.ts'
