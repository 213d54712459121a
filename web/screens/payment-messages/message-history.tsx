import { RecordHistory } from '../../resource/record-history.tsx'
import classes from './message-page.module.css'

/** Who did what with a message about debts. */
export function MessageHistory({ id }: { id: string }) {
  return (
    <details className={classes.more}>
      <summary>Histórico</summary>
      <RecordHistory resource="paymentMessage" id={id} />
    </details>
  )
}
