import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { ListPage } from '../api/client.ts'
import type { keys } from '../api/queries.ts'
import { AppLink } from '../ui/app-link.tsx'
import classes from './record-tabs.module.css'

interface RecordTab {
  name: string
  label: string
  path: string
  /** Count shown beside the label. */
  count?: TabCount | undefined
}

export interface TabCount {
  query: Pick<
    UseQueryOptions<ListPage<unknown>, Error, ListPage<unknown>, ReturnType<typeof keys.list>>,
    'queryKey' | 'queryFn'
  >
  /** Explanation of the count for screen readers. */
  means: string
}

/** Tabs of a record, as links. */
export function RecordTabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly RecordTab[]
  current: string
}) {
  const row = useCurrentTabInView(current)
  return (
    <nav ref={row} className={classes.tabs} aria-label={label}>
      {tabs.map(({ name, label: word, path, count }) => (
        <AppLink
          key={name}
          to={path}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {word}
          {count && <Count {...count} />}
        </AppLink>
      ))}
    </nav>
  )
}

function Count({ query, means }: TabCount) {
  const total = useQuery(query).data?.meta.total ?? 0
  if (total === 0) return null
  return (
    <>
      {' '}
      <span className={classes.count}>
        {formatNumber(total)} <span className="visually-hidden">{means}</span>
      </span>
    </>
  )
}

/**
 * Scrolls the current tab into view, centred, when the page opens or the width changes; does not interfere with
 * manual scrolling.
 */
function useCurrentTabInView(current: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const tabs = row.current
    const chosen = tabs?.querySelector('[aria-current]')
    if (!tabs || !chosen) return undefined
    const observer = new ResizeObserver(() => show(tabs, chosen))
    for (const each of [tabs, ...tabs.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [current])
  return row
}

function show(row: HTMLElement, tab: Element): void {
  const room = row.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (left >= room.left && right <= room.right) return
  // `scrollIntoView` would also scroll the page.
  row.scrollLeft += (left + right - room.left - room.right) / 2
}
