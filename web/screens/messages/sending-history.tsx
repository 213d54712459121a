import { RecordHistory } from '../../resource/record-history.tsx'
import classes from './batch-view.module.css'

/** The collapsed audit history of a batch or payment message. */
export function SendingHistory({ resource, id }: { resource: string; id: string }) {
  return (
    <details className={classes.more}>
      <summary>Histórico</summary>
      <RecordHistory resource={resource} id={id} />
    </details>
  )
}
