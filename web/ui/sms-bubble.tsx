import classes from './sms-bubble.module.css'

/** A text message as a telephone shows it. */
export function SmsBubble({ text }: { text: string }) {
  return <p className={classes.bubble}>{text}</p>
}
