export { ConsentsCard } from './consents-card.tsx'
export { OwnConsents } from './own-consents.tsx'
