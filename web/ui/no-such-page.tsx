import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { noSuchPage } from './no-such-page-words.ts'

/** Page for an address without content; the children say what is missing. */
export function NoSuchPage({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <EmptyState isPage icon={icon} title={noSuchPage}>
      {children}
    </EmptyState>
  )
}
