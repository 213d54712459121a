import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession, useTerminology } from '../api/queries.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { KeyCaps } from '../ui/key-caps.tsx'
import classes from './global-search.module.css'

const load = () => import('./search-palette.tsx')
const SearchPalette = lazy(load)

/** The way to any person, screen or action by some of its words. */
export function GlobalSearch() {
  const [open, setOpen] = useState(false)
  const { memberPlural } = useTerminology()
  const isStaff = useSession()?.role !== 'member'
  const show = () => setOpen(true)
  useHotkey({ keys: 'mod+k', label: 'Pesquisar em tudo', group: 'Em toda a aplicação' }, show)
  const hint = isStaff ? `Pesquisar ${memberPlural}, ecrãs…` : 'Pesquisar ecrãs…'
  return (
    <search>
      <button
        type="button"
        className={classes.box}
        aria-keyshortcuts="Control+K"
        onClick={show}
        onMouseEnter={() => void load()}
        onFocus={() => void load()}
      >
        <IconSearch size="1.125rem" stroke={1.5} aria-hidden="true" />
        <span className={classes.hint}>{hint}</span>
        <KeyCaps keys="mod+k" />
      </button>
      {open && (
        <Suspense>
          <SearchPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </search>
  )
}
