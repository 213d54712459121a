import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useSession, useTerminology } from '../api/queries.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { KeyCaps } from '../ui/key-caps.tsx'
import classes from './global-search.module.css'
import { lazyPart } from '../ui/lazy-part.ts'

const load = () => import('./search-palette.tsx')
const SearchPalette = lazyPart(load)

/** Opens the search palette for people, screens and actions. */
export function GlobalSearch() {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { memberPlural } = useTerminology()
  const isStaff = useSession()?.role !== 'member'
  const show = () => {
    setTyped('')
    setOpen(true)
  }
  useHotkey({ keys: 'mod+k', label: 'Pesquisar em tudo', group: 'Em toda a aplicação' }, show)
  return (
    <search className={classes.search}>
      <button
        type="button"
        className={classes.box}
        aria-keyshortcuts="Control+K"
        onClick={show}
        onMouseEnter={() => void load()}
        onFocus={() => void load()}
      >
        <IconSearch size="1.125rem" stroke={1.5} aria-hidden="true" />
        <span className={classes.hint}>
          Pesquisar
          <span className={classes.what}> {isStaff ? `${memberPlural}, pagamentos, ecrãs` : 'ecrãs'}</span>…
        </span>
        <KeyCaps keys="mod+k" />
      </button>
      {open && (
        <Suspense fallback={<EarlyText value={typed} onChange={setTyped} />}>
          <SearchPalette begin={typed} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </search>
  )
}

/** Collects typed text while the palette's code loads, so that no letter is lost or acts as a hotkey. */
function EarlyText({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <input
      ref={(input) => input?.focus()}
      className="visually-hidden"
      aria-label="Pesquisar"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
