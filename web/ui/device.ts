import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { density, type Density, onDisplayChange, zoom } from './display-settings.ts'

/** Whether the window is at most 48em wide, where rows become cards. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
}

/** Whether the browser reports a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Keeps the screen on, if the browser supports it. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    let lock: WakeLockSentinel | undefined
    let isReleased = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      // Undefined on insecure pages, and refused on low battery: then the screen turns off as usual.
      const held = await (navigator as Partial<Navigator>).wakeLock?.request('screen').catch(() => undefined)
      if (isReleased) void held?.release()
      else lock = held
    }
    const onReturn = () => void hold()
    void hold()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      isReleased = true
      void lock?.release()
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [isOn])
}

/** The root font size in px. */
export function useZoom(): number {
  return useSyncExternalStore(onDisplayChange, zoom)
}

/** How high the rows of tables are. */
export function useDensity(): Density {
  return useSyncExternalStore(onDisplayChange, density)
}
