import { lazyPart } from '../../ui/lazy-part.ts'

export { ErasedCard } from './erased-card.tsx'
export { ProtectedCard, UnlessWithheld, useIsWithheld } from './protected-card.tsx'
export const AnonymiseDialog = lazyPart(() => import('./anonymise-dialog.tsx'))
