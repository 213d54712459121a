import { useEffect, useState } from 'react'

/** The current time in milliseconds, updated at this interval; null: not updated. */
export function useNow(intervalMs: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (intervalMs === null) return undefined
    const ticking = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(ticking)
  }, [intervalMs])
  return now
}
