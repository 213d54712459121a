import { useEffectEvent, useLayoutEffect } from 'react'
import { createStore } from '../store.ts'

export interface Hotkey {
  /** `n`, `/`, `?`, `Escape`, `mod+s` (Ctrl, or ⌘ on a Mac). */
  keys: string
  /** Other keys that do the same. */
  alsoKeys?: string
  /** Label in the list of hotkeys. */
  label: string
  /** Heading in the list of hotkeys. */
  group?: string
  /** Works in dialogs and panels too. */
  inDialogs?: boolean
  /** Runs it; missing when the component handles the key itself. */
  run?: () => void
}

/**
 * Binds a hotkey while the component is mounted and adds it to the list of hotkeys; of several with the same keys the latest runs. Plain keys are ignored
 * while the person types or is in a menu, and in dialogs unless they are `inDialogs`; those with `mod` always
 * work.
 */
export function useHotkey(hotkey: Hotkey, handler: (event: KeyboardEvent) => void, enabled = true): void {
  const runHandler = useEffectEvent(handler)
  const { keys, alsoKeys, label, group = defaultGroup, inDialogs = keys.startsWith('mod+') } = hotkey
  useLayoutEffect(() => {
    if (!enabled) return undefined
    const run = () => runHandler(new KeyboardEvent('keydown', { key: keys.replace('mod+', '') }))
    const bound: Hotkey = { keys, ...(alsoKeys !== undefined && { alsoKeys }), label, group, inDialogs, run }
    hotkeys.set([...hotkeys.get(), bound])
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || hotkeys.get().findLast((one) => isPressed(one, event)) !== bound) return
      if (!keys.startsWith('mod+') && isBusy(event.target, keys)) return
      event.preventDefault()
      runHandler(event)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      hotkeys.set(hotkeys.get().filter((one) => one !== bound))
    }
  }, [keys, alsoKeys, label, group, inDialogs, enabled])
}

/** The keys that save or register, everywhere. */
export const saveKeys = { keys: 'mod+Enter', alsoKeys: 'mod+s' } as const

export function isSaveKey(event: KeyboardEvent): boolean {
  return matches(event, saveKeys.keys) || matches(event, saveKeys.alsoKeys)
}

/** The form that the keys that save submit; `data-part` marks forms of a part of a page or dialog. */
export const ownForm = 'form:not([data-part])'

/** Presses the form's button. Returns false if it has none. */
export function submitForm(form: Element | null | undefined): boolean {
  const buttons = [...(form?.querySelectorAll<HTMLButtonElement>('[type="submit"]') ?? [])]
  buttons.find(({ disabled }) => !disabled)?.click()
  return buttons.length > 0
}

/** The keys that save submit the form that has the focus, before hotkeys of the page. */
export function useFormKeys(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isSaveKey(event) || !(event.target instanceof Element)) return
      if (submitForm(event.target.closest(ownForm))) event.preventDefault()
    }
    // Hotkeys listen at the window, which comes after the document.
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Adds keys to the list that a component handles itself, such as a table's arrow keys. */
export function useHotkeyHelp(entries: readonly Hotkey[]): void {
  useLayoutEffect(() => {
    hotkeys.set([...hotkeys.get(), ...entries])
    return () => hotkeys.set(hotkeys.get().filter((one) => !entries.includes(one)))
  }, [entries])
}

/** Hotkeys with letters or signs, as actions. Arrow keys and the like depend on the focus and are excluded. */
export function hotkeyActions(): { label: string; keys: string; run: () => void }[] {
  return hotkeys
    .get()
    .flatMap(({ keys, label, run }) => (run && /^(mod\+)?\S$/.test(keys) ? [{ label, keys, run }] : []))
}

/** The active hotkeys. */
export function useHotkeys(): readonly Hotkey[] {
  return hotkeys.useValue()
}

/** Default heading. */
export const defaultGroup = 'Nesta página'

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

const hotkeys = createStore<readonly Hotkey[]>([])

function matches(event: KeyboardEvent, keys: string): boolean {
  const wantsMod = keys.startsWith('mod+')
  const key = wantsMod ? keys.slice(4) : keys
  const mod = event.ctrlKey || event.metaKey
  return mod === wantsMod && !event.altKey && event.key.toLowerCase() === key.toLowerCase()
}

/** Whether a bound hotkey may run: of several, the latest does, as a dialog is above its page. */
function isPressed({ keys, alsoKeys, inDialogs, run }: Hotkey, event: KeyboardEvent): boolean {
  if (!run || (!inDialogs && isDialogOpen())) return false
  return matches(event, keys) || (alsoKeys !== undefined && matches(event, alsoKeys))
}

/** Whether a dialog or a panel is open. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

function isBusy(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (keys.startsWith('Arrow') && target.matches('input[type="radio"], [role="tab"], [role="slider"]'))
    return true
  return (
    target.isContentEditable ||
    target.closest('[role="menu"], [role="listbox"]') !== null ||
    target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  )
}
