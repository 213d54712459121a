import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { noSuchPage } from './no-such-page-words.ts'

/** The address leads to nothing: in words, to what. */
export function NoSuchPage({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <EmptyState isPage icon={icon} title={noSuchPage}>
      {children}
    </EmptyState>
  )
}
