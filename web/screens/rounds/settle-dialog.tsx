import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { commissionOf } from '@agremia/resources/rules/commission.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import type { StoredRecord } from '../../api/client.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog } from '../../resource/action-dialog.tsx'
import { euros } from '../../ui/euros.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'

interface SettleDialogProps {
  round: StoredRecord
  action: ActionDescriptor
  onRun: (input: Values) => Promise<void>
  onClose: () => void
}

/** Settles a round: delivered money beside the marked amount, with the difference and the commission. */
export function SettleDialog({ round, action, onRun, onClose }: SettleDialogProps) {
  const collected = toCents(round.collectedAmount)
  const commission = commissionOf({
    collected,
    payments: Number(round.paid),
    rate: decimalToCents(Number(round.commissionRate)) ?? 0,
    perPayment: toCents(round.amountPerReceipt),
  })
  const waiting = Number(round.visits) - Number(round.visited)
  return (
    <ActionDialog
      title={`Prestar contas da ronda ${String(round.number)}`}
      action={action}
      intro={`O que está marcado como pago torna-se ${Number(round.paid) === 1 ? 'um pagamento' : `${Number(round.paid)} pagamentos`}, com recibo. Depois disto, as visitas já não mudam${waiting > 0 ? `; há ${waiting} por visitar, que voltam a ficar livres` : ''}.`}
      initial={{ deliveredAmount: toEuros(collected), date: organisationToday(), payCommission: false }}
      omit={commission === 0 ? ['payCommission'] : []}
      lead={({ values }) => {
        const delivered = values.deliveredAmount
        const difference = typeof delivered === 'number' ? toCents(delivered) - collected : 0
        return (
          <Facts>
            <Fact label="Marcado como pago" value={euros(round.collectedAmount)} />
            <Fact label="Diferença" value={euros(toEuros(difference))} />
            <Fact label="Comissão" value={euros(toEuros(commission))} />
          </Facts>
        )
      }}
      onRun={onRun}
      onClose={onClose}
    />
  )
}
