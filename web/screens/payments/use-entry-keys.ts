import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { fieldId } from '../../resource/form/field-focus.ts'
import { useHotkey } from '../../ui/hotkeys.ts'
import { entryForm, type PaymentEntryControls } from './use-payment-entry.ts'

/** The button that registers: Enter in the amount goes there, so that one more Enter registers. */
export const registerButtonId = `${entryForm}-register`
/** The button that accepts what is proposed: Alt+A presses it. */
export const proposalMark = { 'data-proposal': '' }
/** The boxes among which the arrows move. */
export const tickMark = { 'data-tick': '' }

/**
 * The keys that carry an entry. Wherever the focus is, Ctrl+Enter registers, Alt with a digit says how it was paid and Alt+A
 * accepts what is proposed;
 * Escape begins again, where the payer may change.
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
  useHotkey({ keys: 'mod+Enter', label: 'Registar o pagamento', group: 'No pagamento' }, () => {
    if (!isCovered()) void entry.register()
  })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || isCovered()) return
    const isHandled = event.altKey
      ? acceptProposal(root.current, event.code) || chooseMethod(entry, event.code)
      : event.key === 'Escape'
        ? mayRestart && restart(root.current, event.target, entry)
        : goOn(root.current, event)
    if (isHandled) event.preventDefault()
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  // What is typed takes the place of the amount that is proposed.
  useLayoutEffect(() => {
    const select = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && target.id === amountId) target.select()
    }
    document.addEventListener('focusin', select)
    return () => document.removeEventListener('focusin', select)
  }, [])
}

const amountId = fieldId(entryForm, 'amount')

/** By its place among the ways of paying, whatever letter the key writes together with Alt. */
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
  const isHere = target === document.body || (target instanceof Node && root?.contains(target) === true)
  if (!isHere || payers.length === 0) return false
  clear()
  return true
}

/** From the amount Enter goes to the button; among the ticks the arrows go from one to the next. */
function goOn(root: HTMLElement | null, { key, target }: KeyboardEvent): boolean {
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
