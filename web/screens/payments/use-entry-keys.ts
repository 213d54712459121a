import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { fieldId } from '../../resource/form/field-focus.ts'
import { saveKeys, useHotkey } from '../../ui/hotkeys.ts'
import { isFocusFree } from '../../ui/page-heading.tsx'
import { entryForm, type PaymentEntryControls } from './use-payment-entry.ts'

/** The button that registers. Enter in the amount focuses it, so that a second Enter registers. */
export const registerButtonId = `${entryForm}-register`
/** Marks the button that Alt+A clicks. */
export const proposalMark = { 'data-proposal': '' }
/** Marks the checkboxes among which the arrow keys move the focus. */
export const tickMark = { 'data-tick': '' }

/**
 * The keyboard shortcuts of the payment form: Ctrl+Enter registers, Alt and a digit choose the method, Alt+A adds the
 * proposed members, Escape clears the form (only with `mayRestart`).
 */
export function useEntryKeys(
  root: RefObject<HTMLElement | null>,
  entry: PaymentEntryControls,
  mayRestart: boolean,
): void {
  const isCovered = () => {
    const open = [...document.querySelectorAll('dialog[open]')].at(-1)
    return open !== undefined && !open.contains(root.current)
  }
  useHotkey({ ...saveKeys, label: 'Registar o pagamento', group: 'No pagamento' }, () => {
    if (!isCovered()) void entry.register()
  })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || isCovered()) return
    const isHandled = event.altKey
      ? acceptProposal(root.current, event.code) || chooseMethod(entry, event.code)
      : event.key === 'Escape'
        ? mayRestart && restart(root.current, event.target, entry)
        : moveFocus(root.current, event)
    if (isHandled) event.preventDefault()
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  // Selects the proposed amount on focus, so that typing replaces it.
  useLayoutEffect(() => {
    const select = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && target.id === amountId) target.select()
    }
    document.addEventListener('focusin', select)
    return () => document.removeEventListener('focusin', select)
  }, [])
}

const amountId = fieldId(entryForm, 'amount')

/** Uses the key code, because Alt changes the character that the key types. */
function chooseMethod({ fields, set }: PaymentEntryControls, code: string): boolean {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
  const method = fields.method?.options?.[Number(digit ?? 0) - 1]
  if (method) set('method', method.value)
  return method !== undefined
}

function acceptProposal(root: HTMLElement | null, code: string): boolean {
  const button = code === 'KeyA' ? root?.querySelector<HTMLButtonElement>('[data-proposal]') : null
  button?.click()
  return button !== null && button !== undefined
}

function restart(
  root: HTMLElement | null,
  target: EventTarget | null,
  { payers, clear }: PaymentEntryControls,
): boolean {
  const isHere = isFocusFree(target) || (target instanceof Node && root?.contains(target) === true)
  if (!isHere || payers.length === 0) return false
  clear()
  return true
}

/** Enter in the amount focuses the button; arrow keys move between checkboxes. */
function moveFocus(root: HTMLElement | null, { key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  if (key === 'Enter' && target.id === amountId) {
    document.getElementById(registerButtonId)?.focus()
    return true
  }
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !target.matches('[data-tick]')) return false
  const ticks = [...(root?.querySelectorAll<HTMLInputElement>('[data-tick]') ?? [])]
  ticks[ticks.indexOf(target) + step]?.focus()
  return true
}
