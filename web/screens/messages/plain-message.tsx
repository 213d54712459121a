import classes from './plain-message.module.css'

/** The plain-text part of a message. */
export function PlainMessage({ text }: { text: string }) {
  return <pre className={classes.text}>{text}</pre>
}
