export { default as paymentInformationClasses } from './payment-information.module.css'
export { PaymentNotice } from './payment-notice.tsx'
export { PaymentWays } from './payment-ways.tsx'
