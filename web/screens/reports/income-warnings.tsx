import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { incomeWarningsQuery } from './report-queries.ts'
import classes from './reports.module.css'

/** The limits of income that the organisation is near or over. */
export function IncomeWarnings() {
  const warnings = useQuery(incomeWarningsQuery).data ?? []
  if (warnings.length === 0) return null
  return (
    <ul className={classes.warnings} aria-label="Avisos">
      {warnings.map(({ name, year, isOver, text }) => (
        <li key={`${name} ${year}`} data-over={isOver}>
          <IconAlertTriangle size="1.125rem" stroke={1.5} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  )
}
