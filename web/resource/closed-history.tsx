import { useState } from 'react'
import { RecordHistory } from './record-history.tsx'
import classes from './closed-history.module.css'

/** A record's history in a closed `<details>`; requested when opened. */
export function ClosedHistory({ resource, id }: { resource: string; id: string }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details className={classes.history} onToggle={() => setWasOpened(true)}>
      <summary>Histórico das alterações</summary>
      {wasOpened && <RecordHistory resource={resource} id={id} />}
    </details>
  )
}
