import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

export interface Hotkey {
  /** `n`, `/`, `?`, `Escape`, `mod+s` (Ctrl, or ⌘ on a Mac). */
  keys: string
  /** What it does, for the list of keys. */
  label: string
  /** Heading under which the list of keys names it. */
  group?: string
  /** Does it; missing where the component that names the key listens by itself. */
  run?: () => void
}

/**
 * Binds a key from when the component is drawn until it is gone, and names it in the list of keys. Plain keys rest
 * while somebody types or a dialog is open; those with `mod` always work.
 */
export function useHotkey(hotkey: Hotkey, handler: (event: KeyboardEvent) => void, enabled = true): void {
  const act = useEffectEvent(handler)
  const { keys, label, group = usualGroup } = hotkey
  useLayoutEffect(() => {
    if (!enabled) return undefined
    const run = () => act(new KeyboardEvent('keydown', { key: keys.replace('mod+', '') }))
    const bound: Hotkey = { keys, label, group, run }
    change([...hotkeys, bound])
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !matches(event, keys)) return
      if (!keys.startsWith('mod+') && isBusy(event.target, keys)) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      change(hotkeys.filter((one) => one !== bound))
    }
  }, [keys, label, group, enabled])
}

/** Names keys that a component handles by itself, such as the arrows of a table. */
export function useHotkeyHelp(entries: readonly Hotkey[]): void {
  useLayoutEffect(() => {
    change([...hotkeys, ...entries])
    return () => change(hotkeys.filter((one) => !entries.includes(one)))
  }, [entries])
}

/** The keys of letters and signs that do something now; arrows and the like only make sense where the focus is. */
export function hotkeyActions(): { label: string; keys: string; run: () => void }[] {
  return hotkeys.flatMap(({ keys, label, run }) =>
    run && /^(mod\+)?\S$/.test(keys) ? [{ label, keys, run }] : [],
  )
}

/** The keys that work now. */
export function useHotkeys(): readonly Hotkey[] {
  return useSyncExternalStore(subscribe, () => hotkeys)
}

/** The heading of keys that name none. */
export const usualGroup = 'Nesta página'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const names: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: 'Maiúsc.',
  Escape: 'Esc',
  Enter: 'Enter',
  ' ': 'Espaço',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** `mod+s` → `['Ctrl', 'S']`. */
export function keyCaps(keys: string): string[] {
  return keys.split('+').map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}

let hotkeys: readonly Hotkey[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Hotkey[]): void {
  hotkeys = next
  for (const listener of listeners) listener()
}

function matches(event: KeyboardEvent, keys: string): boolean {
  const wantsMod = keys.startsWith('mod+')
  const key = wantsMod ? keys.slice(4) : keys
  const mod = event.ctrlKey || event.metaKey
  return mod === wantsMod && !event.altKey && event.key.toLowerCase() === key.toLowerCase()
}

function isBusy(target: EventTarget | null, keys: string): boolean {
  if (document.querySelector('dialog[open]')) return true
  if (!(target instanceof HTMLElement)) return false
  if (keys.startsWith('Arrow') && target.matches('input[type="radio"], [role="tab"], [role="slider"]'))
    return true
  return (
    target.isContentEditable ||
    target.closest('[role="menu"], [role="listbox"]') !== null ||
    target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  )
}
