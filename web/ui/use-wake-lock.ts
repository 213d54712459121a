import { useEffect } from 'react'

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
