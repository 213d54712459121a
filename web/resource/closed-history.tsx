import { useState } from 'react'
import { RecordHistory } from './record-history.tsx'
import classes from './closed-history.module.css'

/** The history of a record below its form, asked for when somebody opens it. */
export function ClosedHistory({ resource, id }: { resource: string; id: string }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details className={classes.history} onToggle={() => setWasOpened(true)}>
      <summary>Histórico das alterações</summary>
      {wasOpened && <RecordHistory resource={resource} id={id} />}
    </details>
  )
}
