import { Suspense } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { useFields } from '../../api/queries.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { RecordHistory } from '../../resource/record-history.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AdviceDialog } from './advice-dialog.tsx'
import { AgreementDialog } from './agreement-dialog.tsx'
import { useRefreshDebts } from './use-refresh-debts.ts'
import classes from './debt-dialog.module.css'
import { lazyPart } from '../../ui/lazy-part.ts'

const BulkCharges = lazyPart(() => import('./bulk-charges.tsx'))

/** What is to be done, with which debts. */
export interface AskedOfDebts {
  deed: 'advice' | 'agreement' | 'exempt' | 'cancel' | 'edit' | 'history'
  charges: readonly StoredRecord[]
}

interface DebtDialogProps extends AskedOfDebts {
  member: StoredRecord
  onClose: () => void
  /** Once it is done. */
  onDone: () => void
}

/** The dialog of each thing that can be done with debts. */
export function DebtDialog({ deed, charges, member, onClose, onDone }: DebtDialogProps) {
  const refresh = useRefreshDebts()
  const fields = useFields('unsettledPayments') ?? {}
  const done = () => {
    refresh()
    onDone()
    onClose()
  }
  const [first] = charges
  if (!first) return null
  switch (deed) {
    case 'advice':
      return <AdviceDialog member={member} charges={charges} onClose={onClose} />
    case 'agreement':
      return <AgreementDialog member={member} charges={charges} onClose={onClose} onDone={done} />
    case 'edit':
      return (
        <RecordDialog
          resource="unsettledPayments"
          record={first}
          omit={Object.keys(fields).filter((name) => !changeable.includes(name))}
          onClose={onClose}
          onSaved={refresh}
        />
      )
    case 'history':
      return (
        <Dialog title={String(first.description)} width="44rem" onClose={onClose}>
          <div className={classes.history}>
            <RecordHistory resource="unsettledPayments" id={first._id} />
          </div>
        </Dialog>
      )
    default:
      return (
        <Suspense fallback={null}>
          <BulkCharges
            deed={deed}
            chosen={{
              count: charges.length,
              records: undefined,
              ids: async () => charges.map(({ _id }) => _id),
              query: undefined,
              clear: onDone,
            }}
            onClose={() => {
              refresh()
              onClose()
            }}
          />
        </Suspense>
      )
  }
}

/** What may still be another; the rest is what the debt is. */
const changeable = ['description', 'dueDate', 'amount']
