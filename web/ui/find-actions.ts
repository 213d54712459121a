import { useLayoutEffect, useRef } from 'react'
import { hotkeyActions } from './hotkeys.ts'

/** Something that can be done on the page that is open. */
export interface FoundAction {
  label: string
  /** Other words by which it is looked for. */
  words: string
  /** It can be done on every page, and is offered to who looks for it. */
  isGeneral: boolean
  /** The keys that do it too. */
  keys?: string
  run: () => void
}

/**
 * Marks a control that is on every page, also in a menu that is closed, as an action to be found by searching; the value holds
 * other words by which it is looked for.
 */
export const asAction = (words = '') => ({ 'data-action': words })

/**
 * What can be done now, read from the controls themselves: those of the page's toolbar, those that say `asAction`,
 * what the page offers in menus, and the hotkeys.
 */
export function findActions(): FoundAction[] {
  const tools = [...document.querySelectorAll<HTMLElement>('main [role="toolbar"] :is(button, a[href])')]
  const marked = [...document.querySelectorAll<HTMLElement>('[data-action]')]
  const controls = [...tools.filter((tool) => tool.checkVisibility() && !isMenu(tool)), ...marked]
  const keys = hotkeyActions()
  const fromControls = controls.filter(isEnabled).map((control) => actionOf(control, keys))
  const fromKeys = keys.map((hotkey): FoundAction => ({ ...hotkey, words: '', isGeneral: true }))
  const fromMenus = [...offered].flatMap(({ current }) =>
    current.map(({ label, run }): FoundAction => ({ label, words: '', isGeneral: false, run })),
  )
  const all = [...fromControls, ...fromMenus, ...fromKeys].filter(({ label }) => label !== '')
  return [
    ...new Map(all.toReversed().map((action) => [action.label.toLowerCase(), action])).values(),
  ].toReversed()
}

type Offered = readonly Pick<FoundAction, 'label' | 'run'>[]
const offered = new Set<{ current: Offered }>()

/** Offers actions that have no control in the page now, such as the items of a closed menu. */
export function useOfferedActions(actions: Offered): void {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    offered.add(latest)
    return () => {
      offered.delete(latest)
    }
  }, [])
}

function actionOf(control: HTMLElement, hotkeys: ReturnType<typeof hotkeyActions>): FoundAction {
  const label = nameOf(control)
  const keys = hotkeys.find((hotkey) => hotkey.label === label)?.keys
  return {
    label,
    words: control.dataset.action ?? '',
    isGeneral: control.dataset.action !== undefined,
    ...(keys !== undefined && { keys }),
    run: () => {
      if (!control.isConnected) return
      control.focus()
      control.click()
    },
  }
}

function nameOf(control: HTMLElement): string {
  // A choice is named with what it is a choice of: `Cores: Escuro`.
  const about = control.closest('label') && control.closest('fieldset')?.querySelector('legend')?.textContent
  const given = control.getAttribute('aria-label') ?? control.closest('label')?.textContent
  const name = (given ?? control.textContent).replace(/\s+/g, ' ').trim()
  return about ? `${about}: ${name}` : name
}

function isEnabled(control: HTMLElement): boolean {
  return !control.matches(':disabled, [aria-disabled="true"], [data-disabled]')
}

function isMenu(control: HTMLElement): boolean {
  return control.getAttribute('aria-haspopup') === 'menu'
}
