import classes from './plain-message.module.css'

/** A message as readers without HTML show it. */
export function PlainMessage({ text }: { text: string }) {
  return <pre className={classes.text}>{text}</pre>
}
