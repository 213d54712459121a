import { LoadingText, useDelayed } from './busy-indicators.tsx'
import classes from './search-results.module.css'

/** Instead of results: that they are awaited, or that there are none. */
export function ResultsStatus({ isCurrent }: { isCurrent: boolean }) {
  const isLate = useDelayed(150)
  if (!isCurrent && !isLate) return null
  return (
    <output className={classes.status}>
      {isCurrent ? 'Sem resultados' : <LoadingText>A pesquisar</LoadingText>}
    </output>
  )
}
