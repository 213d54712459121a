import { visitOutcomes } from '@agremia/resources/definitions/rounds.ts'
import { movedMethods } from '@agremia/resources/payment-methods.ts'
import { formatAmount, formatNumber } from '@agremia/resources/rules/amount.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { createPaper, readLetterhead } from '../pdf/index.ts'
import type { DrawnDocument, World } from '../rest/modules.ts'
import type { PrintedRound } from './read-round.ts'
import { readRound, readVisits } from './read-round.ts'
import { namesOf } from '@agremia/resources/names.ts'

/** Draws the settlement of a round, for the collector and the organisation to sign. */
export async function drawSettlement(world: World, id: string): Promise<DrawnDocument> {
  const { pool } = world.database
  const round = await readRound(pool, id)
  const visits = await readVisits(pool, id)
  const { number, collector, outOn, settledOn, settledByName, expected, collected } = round
  const title = `Contas da ronda n.º ${number}`
  const paper = createPaper({ title, letterhead: await readLetterhead(world) })
  paper.heading(title)
  paper.facts([
    ['Cobrador', collector],
    ['Saiu em', outOn && formatDateLong(outOn)],
    ['Contas prestadas em', settledOn && formatDateLong(settledOn)],
    ['Recebidas por', settledByName],
  ])
  paper.subheading('Dinheiro')
  paper.table(
    [
      { label: 'Parcela', share: 0.75 },
      { label: 'Valor', share: 0.25, isNumber: true },
    ],
    [
      ['A cobrar', formatAmount(expected)],
      [`Marcado como pago (${round.successRate} % do que havia a cobrar)`, formatAmount(collected)],
      ['Entregue', formatAmount(round.delivered ?? 0)],
      ['Diferença', formatAmount(round.difference ?? 0)],
      [commissionWords(round), formatAmount(round.commission)],
    ],
  )
  paper.facts([
    ['Razão da diferença', round.differenceReason],
    ['Comissão', paidWords(round)],
  ])
  paper.subheading('Visitas')
  const outcomes = Map.groupBy(visits, ({ outcome }) => outcome)
  paper.table(
    [
      { label: 'Resultado', share: 0.5 },
      { label: 'Visitas', share: 0.25, isNumber: true },
      { label: 'Valor', share: 0.25, isNumber: true },
    ],
    namesOf(visitOutcomes).flatMap((outcome) => {
      const some = outcomes.get(outcome)
      if (!some) return []
      const amount = some.reduce((sum, visit) => sum + visit.collected, 0)
      return [[visitOutcomes[outcome].label, String(some.length), formatAmount(amount)]]
    }),
    ['Total', String(visits.length), formatAmount(collected)],
    { keepsRepeats: true },
  )
  paper.signatures(['O cobrador', 'Quem recebeu'])
  const paid = outcomes.get('paid') ?? []
  if (paid.length > 0) {
    paper.subheading('Pagamentos')
    paper.table(
      [
        { label: 'Recibo', share: 0.2 },
        { label: 'N.º', share: 0.12, isNumber: true },
        { label: 'Nome', share: 0.48 },
        { label: 'Valor', share: 0.2, isNumber: true },
      ],
      paid.map(({ receipt, memberNumber, name, collected: amount }) => [
        receipt ?? 'Por passar',
        String(memberNumber),
        name,
        formatAmount(amount),
      ]),
      ['Total', '', '', formatAmount(collected)],
      { keepsRepeats: true },
    )
  }
  return { name: `Contas da ronda ${number.replace('/', '-')}`, pdf: await paper.finish() }
}

function commissionWords({ rate, perReceipt, paid }: PrintedRound): string {
  const parts = [
    ...(rate > 0 ? [`${formatNumber(rate / 100)} % do cobrado`] : []),
    ...(perReceipt > 0
      ? [`${formatAmount(perReceipt)} por cada um de ${counted(paid, 'recibo', 'recibos')}`]
      : []),
  ]
  return parts.length === 0 ? 'Comissão' : `Comissão: ${parts.join(', mais ')}`
}

function paidWords({ commission, commissionPaidOn, commissionMethod }: PrintedRound): string | null {
  if (commission === 0) return null
  if (commissionPaidOn === null) return 'Fica por pagar.'
  const method = movedMethods[commissionMethod as keyof typeof movedMethods].toLowerCase()
  return `Paga em ${formatDateLong(commissionPaidOn)}, em ${method}.`
}
