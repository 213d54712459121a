import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useHotkey } from '../../ui/hotkeys.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { todayQuery } from './today-query.ts'

const loadContent = () => import('./today-content.tsx')
const TodayContent = lazyPart(loadContent)

const key = 'todayPutAway'

/**
 * The first steps of a new organisation, and work that waits for the staff in one line, below the list; the key `h` hides and shows it.
 * Their code is loaded while the answer is awaited, after the list.
 */
export function Today() {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) !== null)
  const toggle = () => {
    if (isHidden) localStorage.removeItem(key)
    else localStorage.setItem(key, 'yes')
    setHidden(!isHidden)
  }
  useHotkey({ keys: 'h', label: isHidden ? 'Mostrar «Hoje»' : 'Arrumar «Hoje»', group: 'Na lista' }, toggle)
  const news = useQuery({ ...todayQuery, enabled: !isHidden }).data
  useEffect(() => {
    if (!isHidden) void loadContent()
  }, [isHidden])
  if (isHidden || !news) return null
  return (
    <Suspense fallback={null}>
      <TodayContent news={news} onPutAway={toggle} />
    </Suspense>
  )
}
