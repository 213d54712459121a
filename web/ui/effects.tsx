import { useId } from 'react'
import classes from './effects.module.css'

interface EffectsProps {
  title: string
  /** One sentence each. */
  lines: readonly string[]
  /** The lines are being loaded again. */
  isAwaiting?: boolean
}

/** The consequences of an action, above its button. */
export function Effects({ title, lines, isAwaiting = false }: EffectsProps) {
  const titleId = useId()
  return (
    <section
      className={classes.effects}
      aria-labelledby={titleId}
      aria-live="polite"
      data-awaiting={isAwaiting}
    >
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
