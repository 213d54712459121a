import { createContext, useContext } from 'react'
import { sayMarks, sayYear, yearsOf, type QuotaMarks } from './quota-marks.ts'
import classes from './quota-strip.module.css'

/** What the organisation calls what its members pay, for those who hear the strip instead of seeing it. */
export const QuotaWordContext = createContext('Quotas')

/** A tile for each year: who somebody is, at a glance. Each says its meaning to the mouse, all of them to a screen reader. */
export function QuotaStrip({ marks }: { marks: QuotaMarks }) {
  const word = useContext(QuotaWordContext)
  const years = yearsOf(marks)
  if (years.length === 0) return null
  return (
    <span className={classes.strip} {...picture(sayMarks(marks, word))}>
      {years.map(([year, mark]) => (
        <span key={year} className={classes.tile} data-mark={mark} data-hint={sayYear(year, mark)} />
      ))}
    </span>
  )
}

/** Tiles that are one picture to whoever hears it. */
function picture(said: string) {
  return { role: 'img', 'aria-label': said }
}
