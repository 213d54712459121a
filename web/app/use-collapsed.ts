import { useState } from 'react'
import { isMenuCollapsed, keepMenuCollapsed } from './menu-collapsed.ts'

export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(isMenuCollapsed)
  const change = (next: boolean) => {
    keepMenuCollapsed(next)
    setCollapsed(next)
  }
  return [collapsed, change]
}
