import { useState } from 'react'

const key = 'menuCollapsed'

export function isMenuCollapsed(): boolean {
  return localStorage.getItem(key) === 'true'
}

/** Whether the menu is collapsed to icons, kept for the next visit. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(isMenuCollapsed)
  const change = (next: boolean) => {
    localStorage.setItem(key, String(next))
    setCollapsed(next)
  }
  return [collapsed, change]
}
