import { useNavigate } from 'react-router'
import { useMay } from '../../api/queries.ts'
import type { Audience, ComposerState } from './audience.ts'
import { newMessagePath } from '../../paths/messages.ts'

/** Returns a function that opens the composer with an audience; undefined without permission. */
export function useCompose(): ((audience: Audience) => void) | undefined {
  const navigate = useNavigate()
  const mayWrite = useMay('messageBatches').create
  if (!mayWrite) return undefined
  return (audience) => {
    const state: ComposerState = { audience }
    void navigate(newMessagePath, { state })
  }
}
