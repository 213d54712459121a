import { useNavigate } from 'react-router'
import { useMay } from '../../api/queries.ts'
import type { Audience, ComposerArrival } from './audience.ts'
import { newMessagePath } from '../../paths/messages.ts'

/** Goes to write a message to some people; undefined for whoever may not. */
export function useCompose(): ((audience: Audience) => void) | undefined {
  const navigate = useNavigate()
  const mayWrite = useMay('messageBatches').create
  if (!mayWrite) return undefined
  return (audience) => {
    const state: ComposerArrival = { audience }
    void navigate(newMessagePath, { state })
  }
}
