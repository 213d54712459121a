import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useActions } from '../../resource/actions/use-actions.tsx'
import { ActionButton } from '../../resource/actions/action-buttons.tsx'
import { counted } from '@agremia/resources/rules/plural.ts'
import { euros } from '../../ui/euros.tsx'
import { ChargeState } from './debt-columns.tsx'
import { Fold } from '../../ui/fold.tsx'
import classes from './ended-charges.module.css'

type ChargeRecord = ResourceRecord<'unsettledPayments'>

/** Cancelled and waived charges with their reason and a button to restore each. */
export function EndedCharges({ charges }: { charges: readonly ChargeRecord[] }) {
  return (
    <Fold title={counted(charges.length, 'anulada ou isenta', 'anuladas ou isentas')}>
      <ul className={classes.list}>
        {charges.map((charge) => (
          <li key={charge._id} className={classes.line}>
            <span className={classes.words}>
              <strong>{charge.description}</strong>
              <span className={classes.note}>{reasonOf(charge) ?? 'sem motivo indicado'}</span>
            </span>
            <span className={classes.amount}>{euros(charge.amount)}</span>
            <ChargeState status={charge.status} />
            <Restore charge={charge} />
          </li>
        ))}
      </ul>
    </Fold>
  )
}

function Restore({ charge }: { charge: ChargeRecord }) {
  const { find, dialog } = useActions('unsettledPayments', charge, {
    restore: { text: `Voltam a ser devidos ${euros(charge.amount)}.` },
  })
  return (
    <>
      <ActionButton action={find('restore')} size="xs" aria-label={`Repor ${charge.description}`} />
      {dialog}
    </>
  )
}

/** The reason of the current state: a charge that was waived and then cancelled has both reasons. */
function reasonOf({ status, exemptionReason, cancelReason }: ChargeRecord): string | null {
  return status === 'exempt' ? exemptionReason : cancelReason
}
