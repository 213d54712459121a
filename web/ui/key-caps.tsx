import { keyCaps } from './hotkeys.ts'
import classes from './key-caps.module.css'

export interface KeyCapsProps {
  /** As in a hotkey: `mod+s`. */
  keys: string
  /** On a filled button. */
  onPrimary?: boolean
}

/** The keys as they stand on the keyboard; a help for the eye, the control itself says what it does. */
export function KeyCaps({ keys, onPrimary = false }: KeyCapsProps) {
  return (
    <kbd className={classes.caps} data-on-primary={onPrimary} aria-hidden="true">
      {keyCaps(keys).join(' ')}
    </kbd>
  )
}
