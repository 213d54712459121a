import { useSyncExternalStore } from 'react'
import { onZoomChange, zoom } from './zoom.ts'

/** The root font size in px. */
export function useZoom(): number {
  return useSyncExternalStore(onZoomChange, zoom)
}
