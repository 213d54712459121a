import { hotkeyActions } from './hotkeys.ts'

/** Something that can be done on the page that is open. */
export interface FoundAction {
  label: string
  /** Other words by which it is looked for. */
  words: string
  /** The keys that do it too. */
  keys?: string
  run: () => void
}

/**
 * Marks a control that stands outside of the page's toolbar, such as one in a menu that is closed, as an action to be found by
 * searching; the value holds other words by which it is looked for.
 */
export const asAction = (words = '') => ({ 'data-action': words })

/**
 * What can be done now, read from the controls themselves: those of the page's toolbar with what their menus hold, those that
 * say `asAction`, and the hotkeys.
 */
export function findActions(): FoundAction[] {
  const tools = [...document.querySelectorAll<HTMLElement>('main [role="toolbar"] :is(button, a[href])')]
  const inMenus = tools.flatMap((tool) => [...itemsOfMenu(tool)])
  const marked = [...document.querySelectorAll<HTMLElement>('[data-action]')]
  const controls = [...tools.filter((tool) => tool.checkVisibility() && !isMenu(tool)), ...inMenus, ...marked]
  const keys = hotkeyActions()
  const fromControls = controls.filter(isEnabled).map((control) => actionOf(control, keys))
  const fromKeys = keys.map((hotkey): FoundAction => ({ ...hotkey, words: '' }))
  const all = [...fromControls, ...fromKeys].filter(({ label }) => label !== '')
  return [
    ...new Map(all.toReversed().map((action) => [action.label.toLowerCase(), action])).values(),
  ].toReversed()
}

function actionOf(control: HTMLElement, hotkeys: ReturnType<typeof hotkeyActions>): FoundAction {
  const label = nameOf(control)
  const keys = hotkeys.find((hotkey) => hotkey.label === label)?.keys
  return {
    label,
    words: control.dataset.action ?? '',
    ...(keys !== undefined && { keys }),
    run: () => {
      if (!control.isConnected) return
      control.focus()
      control.click()
    },
  }
}

function nameOf(control: HTMLElement): string {
  const given = control.getAttribute('aria-label') ?? control.closest('label')?.textContent
  return (given ?? control.textContent).replace(/\s+/g, ' ').trim()
}

function isEnabled(control: HTMLElement): boolean {
  return !control.matches(':disabled, [aria-disabled="true"], [data-disabled]')
}

function isMenu(control: HTMLElement): boolean {
  return control.getAttribute('aria-haspopup') === 'menu'
}

/** The items of a menu that is kept in the page while it is closed. */
function itemsOfMenu(control: HTMLElement): NodeListOf<HTMLElement> {
  return document.querySelectorAll(`[aria-labelledby="${CSS.escape(control.id)}"] [role="menuitem"]`)
}
