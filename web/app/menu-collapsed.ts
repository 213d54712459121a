const key = 'menuCollapsed'

/** Whether the menu is collapsed to icons, kept for the next visit. */
export function isMenuCollapsed(): boolean {
  return localStorage.getItem(key) === 'true'
}

export function keepMenuCollapsed(isCollapsed: boolean): void {
  localStorage.setItem(key, String(isCollapsed))
}
