import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useFields, useResource } from '../../api/queries.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { RecordHistory } from '../../resource/record-history.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AdviceDialog } from './advice-dialog.tsx'
import { AgreementDialog } from './agreement-dialog.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'
import classes from './debt-dialog.module.css'

const BulkCharges = lazyDialog(() => import('./bulk-charges.tsx'))

/** An action that the person chose, and the charges that it applies to. */
export interface DebtRequest {
  action: 'advice' | 'pay' | 'agreement' | 'exempt' | 'cancel' | 'edit' | 'history'
  charges: readonly ResourceRecord<'unsettledPayments'>[]
}

interface DebtDialogProps extends DebtRequest {
  member: ResourceRecord<'members'>
  onClose: () => void
  /** Called after the action succeeded. */
  onDone: () => void
}

/** Opens the dialog of the requested action. */
export function DebtDialog({ action, charges, member, onClose, onDone }: DebtDialogProps) {
  const fields = useFields('unsettledPayments') ?? {}
  const done = () => {
    onDone()
    onClose()
  }
  const descriptor = useResource('unsettledPayments')
  const [first] = charges
  if (!first) return null
  switch (action) {
    case 'advice':
      return <AdviceDialog member={member} charges={charges} onClose={onClose} />
    case 'pay':
      return <AdviceDialog title="Pagar" member={member} charges={charges} onClose={onClose} />
    case 'agreement':
      return <AgreementDialog member={member} charges={charges} onClose={onClose} onDone={done} />
    case 'edit':
      return (
        <RecordDialog
          resource="unsettledPayments"
          record={first}
          omit={Object.keys(fields).filter((name) => !editableFields.includes(name))}
          onClose={onClose}
        />
      )
    case 'history':
      return (
        <Dialog title={first.description} width="44rem" onClose={onClose}>
          <div className={classes.history}>
            <RecordHistory resource="unsettledPayments" id={first._id} />
          </div>
        </Dialog>
      )
    default: {
      const declared = descriptor?.actions.find(({ name }) => name === action)
      if (!declared) return null
      return (
        <BulkCharges
          action={declared}
          chosen={{
            count: charges.length,
            records: undefined,
            ids: async () => charges.map(({ _id }) => _id),
            query: undefined,
            clear: onDone,
          }}
          onClose={() => {
            onClose()
          }}
        />
      )
    }
  }
}

/** The other fields identify the charge and stay fixed. */
const editableFields = ['description', 'dueDate', 'amount']
