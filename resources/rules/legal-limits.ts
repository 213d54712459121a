import { formatAmount } from './amount.ts'
import type { DateText } from './dates.ts'

/** An amount (cents) of a law, from a day on until another takes its place. */
interface LegalFigure {
  from: DateText
  cents: number
  source: string
}

/** From so much on nobody may pay or receive cash. Source: Lei n.º 92/2017, of 22 August, in force on the next day. */
const refusedCash: readonly LegalFigure[] = [
  { from: '2017-08-23', cents: 300_000, source: 'artigo 63.º-E da LGT' },
]

/** Donations beyond so much have to come in a way that says who gives. Source: Lei n.º 53-A/2006, of 29 December. */
const donatedInCash: readonly LegalFigure[] = [
  { from: '2007-01-01', cents: 20_000, source: 'artigo 66.º do EBF' },
]

/** The figure that holds on a day, of those in the order of their days; undefined before the first one. */
export function figureOn(figures: readonly LegalFigure[], date: DateText): LegalFigure | undefined {
  return figures.findLast(({ from }) => from <= date)
}

/** Money that comes in as cash: the day, how much in all, and how much of it are donations (cents). */
export interface CashReceived {
  date: DateText
  amount: number
  donated: number
}

/** Why the law of the day refuses this money as cash, and the way out; undefined when it does not. */
export function cashProblem({ date, amount, donated }: CashReceived): string | undefined {
  const most = figureOn(refusedCash, date)
  if (most && amount >= most.cents)
    return `Em numerário só até ${formatAmount(most.cents - 1)} (${most.source}): escolha outro meio.`
  const mostDonated = figureOn(donatedInCash, date)
  if (mostDonated && donated > mostDonated.cents)
    return (
      `Donativos acima de ${formatAmount(mostDonated.cents)} não se recebem em numerário, ` +
      `porque tem de se saber quem os dá (${mostDonated.source}): escolha outro meio.`
    )
  return undefined
}
