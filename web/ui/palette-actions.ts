import { useLayoutEffect, useRef } from 'react'
import { hotkeyActions } from './hotkeys.ts'

/** An action of the current page. */
export interface PaletteAction {
  label: string
  /** Search keywords besides the label. */
  words: string
  /** Available on every page; listed only when searched for. */
  isGeneral: boolean
  /** Hotkey of the same action. */
  keys?: string
  run: () => void
}

/**
 * Marks a control as an action that the command palette finds, also in a closed menu; the value holds search
 * keywords.
 */
export const paletteAction = (words = '') => ({ 'data-action': words })

/**
 * Collects the current actions: enabled controls of the page's toolbar, controls marked with `paletteAction`,
 * actions of closed menus and hotkeys.
 */
export function findActions(): PaletteAction[] {
  const tools = [...document.querySelectorAll<HTMLElement>('main [role="toolbar"] :is(button, a[href])')]
  const marked = [...document.querySelectorAll<HTMLElement>('[data-action]')]
  const controls = [...tools.filter((tool) => tool.checkVisibility() && !isMenu(tool)), ...marked]
  const keys = hotkeyActions()
  const fromControls = controls.filter(isEnabled).map((control) => actionOf(control, keys))
  const fromKeys = keys.map((hotkey): PaletteAction => ({ ...hotkey, words: '', isGeneral: true }))
  const fromMenus = [...menuEntries].flatMap(({ current }) =>
    current.map(({ label, run }): PaletteAction => ({ label, words: '', isGeneral: false, run })),
  )
  const actions = [...fromControls, ...fromMenus, ...fromKeys].filter(({ label }) => label !== '')
  return [
    ...new Map(actions.toReversed().map((action) => [action.label.toLowerCase(), action])).values(),
  ].toReversed()
}

type MenuEntries = readonly Pick<PaletteAction, 'label' | 'run'>[]
const menuEntries = new Set<{ current: MenuEntries }>()

/** Registers actions that have no visible control, such as items of a closed menu. */
export function usePaletteActions(actions: MenuEntries): void {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useLayoutEffect(() => {
    menuEntries.add(latest)
    return () => {
      menuEntries.delete(latest)
    }
  }, [])
}

function actionOf(control: HTMLElement, hotkeys: ReturnType<typeof hotkeyActions>): PaletteAction {
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
  // An option is prefixed with its group: `Cores: Escuro`.
  const groupName =
    control.closest('label') && control.closest('fieldset')?.querySelector('legend')?.textContent
  const name = control.getAttribute('aria-label') ?? textOf(control.closest('label') ?? control)
  return groupName ? `${groupName}: ${name}` : name
}

/** The text without key caps. */
function textOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement
  for (const caps of copy.querySelectorAll('kbd')) caps.remove()
  return copy.textContent.replace(/\s+/g, ' ').trim()
}

function isEnabled(control: HTMLElement): boolean {
  return !control.matches(':disabled, [aria-disabled="true"], [data-disabled]')
}

function isMenu(control: HTMLElement): boolean {
  return control.getAttribute('aria-haspopup') === 'menu'
}
