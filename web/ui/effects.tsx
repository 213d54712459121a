import { useId } from 'react'
import classes from './effects.module.css'

interface EffectsProps {
  title: string
  /** One sentence each. */
  lines: readonly string[]
  /** Level of the heading: 3 in dialogs, 2 on pages. */
  level?: 2 | 3
  /** The lines are being loaded again. */
  isAwaiting?: boolean
}

/** The consequences of an action, above its button. */
export function Effects({ title, lines, level = 3, isAwaiting = false }: EffectsProps) {
  const titleId = useId()
  const Title = `h${level}` as const
  return (
    <section
      className={classes.effects}
      aria-labelledby={titleId}
      aria-live="polite"
      data-awaiting={isAwaiting}
    >
      <Title id={titleId} className={classes.title}>
        {title}
      </Title>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
