const key = 'menuCollapsed'

/** Whether the menu is collapsed to icons. Stored for later visits. */
export function isMenuCollapsed(): boolean {
  return localStorage.getItem(key) === 'true'
}

export function keepMenuCollapsed(isCollapsed: boolean): void {
  localStorage.setItem(key, String(isCollapsed))
}
