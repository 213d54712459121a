export { default as paymentInformationClasses } from './payment-information.module.css'
export { type AskGateway, askAgainAfter } from './gateway-ways.tsx'
export { PaymentNotice } from './payment-notice.tsx'
export { type PaymentInformation, PaymentWays } from './payment-ways.tsx'
