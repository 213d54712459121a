import type { ReactNode } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { StoredRecord } from '../api/client.ts'
import { formatCount } from '../ui/format-count.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { listPageQuery, pagesOf, rowsPerPage } from './list/list-pages.ts'
import { goOnWalking, pathOfNeighbour, useWalk } from './list/record-walk.ts'
import { rememberOpened } from './list/use-return.ts'
import classes from './record-walk.module.css'

type Found = NonNullable<ReturnType<typeof useWalk>>

/** On a record that was opened from a list: the ones before and after it there, in the list's order and filters. */
export function RecordWalk() {
  const found = useWalk(useLocation().pathname)
  return found ? <Neighbours found={found} /> : null
}

function Neighbours({ found }: { found: Found }) {
  const here = useLocation()
  const { location: pending } = useNavigation()
  const navigate = useNavigate()
  const { total, index, before, after } = useNeighbours(found)

  function go(neighbour: Neighbour) {
    // A quick hand presses before the part of the record that it chose is drawn.
    const { pathname, search } = pending ?? here
    if (!pathname.startsWith(found.path)) return
    const { path, record, at } = neighbour
    goOnWalking(path, { index: at, id: record._id, word: String(record[found.walk.pathBy]) })
    rememberOpened(found.walk.memory, at, record._id)
    // The part of the record that is open stays open; Back leads to the list.
    void navigate(path + pathname.slice(found.path.length) + search, { replace: true })
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
          {formatCount(index + 1)} de {formatCount(total)}
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

/** Rows that are looked at on each side for the present record, and for a neighbour with another address. */
const farthest = 100

/** Reads the pages of the list around the record; those that the list has shown are there already. */
function useNeighbours(found: Found) {
  const { walk, place } = found
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
  const index = nearest(place.index, (at) => rowAt(at)?._id === place.id)
  const neighbourFrom = (start: number, step: 1 | -1): Neighbour | undefined => {
    for (let at = start; Math.abs(at - start) < farthest; at += step) {
      const record = at < 0 ? undefined : rowAt(at)
      const path = record && pathOfNeighbour(found, record)
      if (!record || path === undefined) return undefined
      // Several rows of a list may lead to one and the same page.
      if (path !== found.path) return { path, record, at }
    }
    return undefined
  }
  return {
    total,
    index,
    before: neighbourFrom((index ?? place.index) - 1, -1),
    // A record that has left the list has given its place to the next one.
    after: neighbourFrom(index === undefined ? place.index : index + 1, 1),
  }
}

function nearest(from: number, isIt: (index: number) => boolean): number | undefined {
  for (let step = 0; step <= farthest; step++) {
    if (from - step >= 0 && isIt(from - step)) return from - step
    if (isIt(from + step)) return from + step
  }
  return undefined
}
