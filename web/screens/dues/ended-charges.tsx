import { Button } from '@mantine/core'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useResource } from '../../api/queries.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { euros } from '../../ui/euros.tsx'
import { ChargeState } from './debt-columns.tsx'
import { doAction, useRefreshDebts } from './charge-actions.ts'
import classes from './ended-charges.module.css'

/** Cancelled and waived charges with their reason and a button to restore each. */
export function EndedCharges({ charges }: { charges: readonly StoredRecord[] }) {
  const mayRestore = useResource('unsettledPayments')?.actions.some(({ name }) => name === 'restore') ?? false
  const refresh = useRefreshDebts()

  async function restore(charge: StoredRecord) {
    const sure = await confirmDialog({
      title: `Repor «${String(charge.description)}»?`,
      message: `Voltam a ser devidos ${euros(charge.amount)}.`,
      confirmLabel: 'Repor',
    })
    if (sure && (await doAction('unsettledPayments', charge._id, 'restore', 'Dívida reposta.'))) refresh()
  }

  return (
    <details className={classes.ended}>
      <summary>{counted(charges.length, 'anulada ou isenta', 'anuladas ou isentas')}</summary>
      <ul className={classes.list}>
        {charges.map((charge) => (
          <li key={charge._id} className={classes.line}>
            <span className={classes.words}>
              <strong>{String(charge.description)}</strong>
              <span className={classes.note}>{reasonOf(charge) ?? 'sem motivo indicado'}</span>
            </span>
            <span className={classes.amount}>{euros(charge.amount)}</span>
            <ChargeState status={charge.status} />
            {mayRestore && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Repor ${String(charge.description)}`}
                onClick={() => void restore(charge)}
              >
                Repor
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The reason of the current state: a charge that was waived and then cancelled has both reasons. */
function reasonOf({ status, exemptionReason, cancelReason }: StoredRecord): string | undefined {
  const reason = status === 'exempt' ? exemptionReason : cancelReason
  return typeof reason === 'string' ? reason : undefined
}
