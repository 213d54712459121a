import { keyCaps } from './hotkeys.ts'
import classes from './key-caps.module.css'

export interface KeyCapsProps {
  /** As in a hotkey: `mod+s`. */
  keys: string
  /** On a filled button. */
  onPrimary?: boolean
  /** Also read by screen readers. */
  spoken?: boolean
}

/** Shows a hotkey; by default hidden from screen readers, because it is beside a labelled control. */
export function KeyCaps({ keys, onPrimary = false, spoken = false }: KeyCapsProps) {
  return (
    <kbd className={classes.caps} data-on-primary={onPrimary} aria-hidden={!spoken}>
      {keyCaps(keys).join(' ')}
    </kbd>
  )
}
