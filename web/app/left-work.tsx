import { Suspense, useState } from 'react'
import { recallWork } from '../resource/bulk-work.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const ResumedWork = lazyPart(() => import('../resource/resumed-work.tsx'))

/** What was being done to many records when the page went away. */
export function LeftWork() {
  const [begun, setBegun] = useState(recallWork)
  return begun ? (
    <Suspense fallback={null}>
      <ResumedWork begun={begun} onClose={() => setBegun(undefined)} />
    </Suspense>
  ) : null
}
