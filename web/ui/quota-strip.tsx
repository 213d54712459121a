import { createContext, useContext } from 'react'
import { marksText, yearText, yearsOf, type QuotaMarks } from './quota-marks.ts'
import classes from './quota-strip.module.css'

/** The organisation's word for quotas, for the strip's accessible name. */
export const QuotaWordContext = createContext('Quotas')

/** One tile for each year; each has a tooltip, and the whole strip an accessible name. */
export function QuotaStrip({ marks }: { marks: QuotaMarks }) {
  const word = useContext(QuotaWordContext)
  const years = yearsOf(marks)
  if (years.length === 0) return null
  return (
    <span className={classes.strip} {...imageAttributes(marksText(marks, word))}>
      {years.map(([year, mark]) => (
        <span key={year} className={classes.tile} data-mark={mark} data-hint={yearText(year, mark)} />
      ))}
    </span>
  )
}

/** Attributes that make the tiles one image for screen readers. */
function imageAttributes(label: string) {
  return { role: 'img', 'aria-label': label }
}
