import { formatNumber } from '@agremia/resources/rules/amount.ts'
import type { ReactNode } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import type { StoredRecord } from '../api/client.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { useNavigate } from '../ui/router.tsx'
import { listPageQuery, pagesOf, rowsPerPage } from './list/use-list-rows.ts'
import { continueWalk, pathOfNeighbour, type useWalk } from './list/record-walk.ts'
import { maxDistance, nearestIndex, rememberOpened } from './list/use-return-focus.ts'
import classes from './record-walk.module.css'

type WalkPlace = NonNullable<ReturnType<typeof useWalk>>

/** Previous and next record, in the order and filters of the list that the record was opened from. */
export default function RecordWalk({ walkPlace }: { walkPlace: WalkPlace }) {
  const navigate = useNavigate()
  const { total, index, before, after } = useNeighbours(walkPlace)

  function go(neighbour: Neighbour) {
    // The person may press again while the next record loads: the address bar is ahead of the screen.
    const { pathname, search } = location
    if (!pathname.startsWith(walkPlace.path)) return
    const { path, record, at } = neighbour
    continueWalk(path, { index: at, id: record._id, word: String(record[walkPlace.walk.pathBy]) })
    rememberOpened(walkPlace.walk.memory, at, record._id)
    // Keeps the open tab; replaces the history entry, so that Back leads to the list.
    navigate(path + pathname.slice(walkPlace.path.length) + search, { replace: true })
  }

  useHotkey({ keys: 'k', label: 'Anterior na lista' }, () => before && go(before), before !== undefined)
  useHotkey({ keys: 'j', label: 'Seguinte na lista' }, () => after && go(after), after !== undefined)
  if (total === undefined || (total < 2 && !before && !after)) return null
  return (
    <nav className={classes.walk} aria-label="Na lista">
      <Step label="Anterior" keys="K" neighbour={before} onGo={go}>
        <IconChevronUp size="1.125rem" stroke={1.75} />
      </Step>
      <Step label="Seguinte" keys="J" neighbour={after} onGo={go}>
        <IconChevronDown size="1.125rem" stroke={1.75} />
      </Step>
      {index !== undefined && (
        <span className={classes.place}>
          {formatNumber(index + 1)} de {formatNumber(total)}
        </span>
      )}
    </nav>
  )
}

interface StepProps {
  label: string
  keys: string
  neighbour: Neighbour | undefined
  onGo: (neighbour: Neighbour) => void
  children: ReactNode
}

function Step({ label, keys, neighbour, onGo, children }: StepProps) {
  return (
    <ActionIcon
      aria-label={label}
      data-hint={`${label} (${keys})`}
      aria-keyshortcuts={keys}
      aria-disabled={neighbour === undefined}
      onClick={() => neighbour && onGo(neighbour)}
    >
      {children}
    </ActionIcon>
  )
}

interface Neighbour {
  path: string
  record: StoredRecord
  at: number
}

/** Reads the pages around the record; pages that the list has shown are cached. */
function useNeighbours(walkPlace: WalkPlace) {
  const { walk, place } = walkPlace
  const pages = pagesOf(place.index - 1, place.index + 1)
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...listPageQuery(walk.resource, walk.params, page),
      staleTime: Infinity,
    })),
  })
  const loaded = new Map(pages.map((page, order) => [page, answers[order]?.data]))
  const total = answers.find(({ data }) => data !== undefined)?.data?.meta.total
  const rowAt = (index: number) => loaded.get(Math.floor(index / rowsPerPage) + 1)?.data[index % rowsPerPage]
  const index = nearestIndex(place.index, (at) => rowAt(at)?._id === place.id)
  const neighbourFrom = (start: number, step: 1 | -1): Neighbour | undefined => {
    for (let at = start; Math.abs(at - start) < maxDistance; at += step) {
      const record = at < 0 ? undefined : rowAt(at)
      const path = record && pathOfNeighbour(walkPlace, record)
      if (!record || path === undefined) return undefined
      // Several rows may open the same page.
      if (path !== walkPlace.path) return { path, record, at }
    }
    return undefined
  }
  return {
    total,
    index,
    before: neighbourFrom((index ?? place.index) - 1, -1),
    // If the record left the list, its position is now the next one's.
    after: neighbourFrom(index === undefined ? place.index : index + 1, 1),
  }
}
