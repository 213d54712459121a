import { keyCaps } from './hotkeys.ts'
import classes from './key-caps.module.css'

export interface KeyCapsProps {
  /** As in a hotkey: `mod+s`. */
  keys: string
  /** On a filled button. */
  onPrimary?: boolean
  /** Read out too, where the keys are what the text is about. */
  spoken?: boolean
}

/** The keys as they stand on the keyboard; by default a help for the eye only, beside a control with a name. */
export function KeyCaps({ keys, onPrimary = false, spoken = false }: KeyCapsProps) {
  return (
    <kbd className={classes.caps} data-on-primary={onPrimary} aria-hidden={!spoken}>
      {keyCaps(keys).join(' ')}
    </kbd>
  )
}
