import classes from './sms-bubble.module.css'

/** Preview of a text message. */
export function SmsBubble({ text }: { text: string }) {
  return <p className={classes.bubble}>{text}</p>
}
