import { useEffect } from 'react'

/** Keeps the screen lit while the camera looks, or something is held before another, where the browser can. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      // Absent where the page did not come safely, and refused when the battery is low: then the screen goes dark as usual.
      const held = await (navigator as Partial<Navigator>).wakeLock?.request('screen').catch(() => undefined)
      if (isOver) void held?.release()
      else lock = held
    }
    const onReturn = () => void hold()
    void hold()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      isOver = true
      void lock?.release()
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [isOn])
}
