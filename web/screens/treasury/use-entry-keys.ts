import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { saveKeys, useHotkey, useHotkeyHelp } from '../../ui/hotkeys.ts'

interface EntryKeys {
  /** Id of the input of the amount. */
  amountId: string
  register: () => void
  /** Chooses the kind at a position, from 0; false if there is none. */
  chooseKind: (index: number) => boolean
  clear: () => void
}

/**
 * The keyboard of the form: Enter goes to the next field and from the last one to the button, Ctrl+Enter registers, Alt and a digit choose
 * the kind, Escape begins again.
 */
export function useEntryKeys(root: RefObject<HTMLElement | null>, keys: EntryKeys): void {
  const isCovered = () => document.querySelector('dialog[open]') !== null
  useHotkey({ ...saveKeys, label: 'Registar a transação', group }, () => {
    if (!isCovered()) keys.register()
  })
  useHotkeyHelp(entryHotkeys)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || isCovered()) return
    const digit = event.altKey ? /^(?:Digit|Numpad)([1-3])$/.exec(event.code)?.[1] : undefined
    const isHandled =
      digit === undefined ? pressIn(root.current, event, keys) : keys.chooseKind(Number(digit) - 1)
    if (isHandled) event.preventDefault()
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Enter and Escape in the form. */
function pressIn(holder: HTMLElement | null, event: KeyboardEvent, { amountId, clear }: EntryKeys): boolean {
  const { target, key, altKey } = event
  if (!holder || altKey || !(target instanceof Node) || !holder.contains(target)) return false
  if (key === 'Enter') return goOn(target, holder, amountId)
  if (key !== 'Escape') return false
  clear()
  return true
}

/** Marks the button that registers, the last stop; Enter in the amount leads there, as the other fields are usually filled by then. */
export const lastStop = { 'data-last': '' }

/** Moves the focus from a field to the next one; an Enter that chose an option of a list does not come here. */
function goOn(target: EventTarget | null, holder: HTMLElement, amountId: string): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  const stops = [
    ...holder.querySelectorAll<HTMLElement>('input:not([type="hidden"]):not(:disabled), [data-last]'),
  ].filter((stop) => !(stop instanceof HTMLInputElement) || stop.type !== 'radio' || stop.checked)
  const next = target.id === amountId ? stops.at(-1) : stops[stops.indexOf(target) + 1]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
  return next !== undefined
}

const group = 'Na transação'

const entryHotkeys = [
  { keys: 'Enter', label: 'Escolher, e seguir para o campo seguinte', group },
  { keys: 'Alt+1', label: 'Receita, despesa ou transferência, pela ordem', group },
  { keys: 'Escape', label: 'Recomeçar', group },
]
