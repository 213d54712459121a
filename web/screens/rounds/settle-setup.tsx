import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { commissionOf } from '@agremia/resources/rules/commission.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import type { ActionSetup } from '../../resource/actions/use-actions.tsx'
import { euros } from '../../ui/euros.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'

/** The settlement of a round: delivered money beside the marked amount, with the difference and the commission. */
export function settleSetup(round: ResourceRecord<'rounds'>): ActionSetup {
  const collected = toCents(round.collectedAmount)
  const commission = commissionOf({
    collected,
    payments: round.paid,
    rate: decimalToCents(round.commissionRate) ?? 0,
    perPayment: toCents(round.amountPerReceipt),
  })
  const waiting = round.visits - round.visited
  const paid = round.paid
  return {
    title: `Prestar contas da ronda ${round.number}`,
    text: `O que está marcado como pago torna-se ${paid === 1 ? 'um pagamento' : `${paid} pagamentos`}, com recibo. Depois disto, as visitas já não mudam${waiting > 0 ? `; há ${waiting} por visitar, que voltam a ficar livres` : ''}.`,
    initial: { deliveredAmount: toEuros(collected), date: organisationToday(), payCommission: false },
    omit: commission === 0 ? ['payCommission'] : [],
    lead: ({ values }) => {
      const delivered = values.deliveredAmount
      const difference = typeof delivered === 'number' ? toCents(delivered) - collected : 0
      return (
        <Facts>
          <Fact label="Marcado como pago" value={euros(round.collectedAmount)} />
          <Fact label="Diferença" value={euros(toEuros(difference))} />
          <Fact label="Comissão" value={euros(toEuros(commission))} />
        </Facts>
      )
    },
  }
}
