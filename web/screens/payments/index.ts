import { lazyPart } from '../../ui/lazy-part.ts'

export { MemberSearch } from './member-search.tsx'

export const loadPaymentDialog = () => import('./payment-dialog.tsx')

/** The payment dialog in a chunk of its own: pages that only offer it do not load the form. */
export const PaymentDialog = lazyPart(loadPaymentDialog)
