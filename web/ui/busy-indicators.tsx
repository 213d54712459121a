import { type ReactNode, useEffect, useState } from 'react'
import classes from './working-bar.module.css'

const dotInterval = 500

/** A text with animated dots. */
export function LoadingText({ children = 'A carregar' }: { children?: string }) {
  const [dots, setDots] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setDots((count) => (count + 1) % 4), dotInterval)
    return () => clearInterval(timer)
  }, [])
  return (
    <output aria-label={`${children}…`}>
      <span aria-hidden="true">
        {children}
        {'.'.repeat(dots)}
        <span style={{ visibility: 'hidden' }}>{'.'.repeat(3 - dots)}</span>
      </span>
    </output>
  )
}

interface WorkingBarProps {
  /** Accessible name. */
  label: string
  /** The current stage. */
  children: ReactNode
}

/** Indeterminate progress bar with the current stage. */
export function WorkingBar({ label, children }: WorkingBarProps) {
  return (
    <div>
      <progress className={classes.bar} aria-label={label} />
      <output className={classes.words}>{children}</output>
    </div>
  )
}

/** False at first, true once the milliseconds have passed. */
export function useDelayed(milliseconds: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return passed
}
