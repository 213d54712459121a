import type { Cents } from './amount.ts'
import { formatAmount } from './amount.ts'
import type { DateText } from './dates.ts'

/** An amount (cents) set by law, in force from a date until the next figure. */
interface LegalFigure {
  from: DateText
  cents: Cents
  source: string
}

/** Cash payments from this amount on are forbidden. Source: Lei n.º 92/2017, of 22 August, in force on the next day. */
const cashLimits: readonly LegalFigure[] = [
  { from: '2017-08-23', cents: 300_000, source: 'artigo 63.º-E da LGT' },
]

/** Donations above this amount must identify the donor. Source: Lei n.º 53-A/2006, of 29 December. */
const cashDonationLimits: readonly LegalFigure[] = [
  { from: '2007-01-01', cents: 20_000, source: 'artigo 66.º do EBF' },
]

/** Returns the figure in force on a date, from figures in ascending order; undefined before the first one. */
export function figureInForce(figures: readonly LegalFigure[], date: DateText): LegalFigure | undefined {
  return figures.findLast(({ from }) => from <= date)
}

/** Returns the amount above which a donation of a day may not arrive in cash; undefined before the law. */
export function donationLimitOf(date: DateText): Cents | undefined {
  return figureInForce(cashDonationLimits, date)?.cents
}

/** A payment in cash: date, amount and the part that is donations (cents). */
export interface CashReceived {
  date: DateText
  amount: Cents
  donated: Cents
}

/** Returns why the law forbids to receive this in cash, in Portuguese; undefined when it is allowed. */
export function cashProblem({ date, amount, donated }: CashReceived): string | undefined {
  const limit = figureInForce(cashLimits, date)
  if (limit && amount >= limit.cents)
    return `Em numerário só até ${formatAmount(limit.cents - 1)} (${limit.source}): escolha outro meio.`
  const donationLimit = figureInForce(cashDonationLimits, date)
  if (donationLimit && donated > donationLimit.cents)
    return (
      `Donativos acima de ${formatAmount(donationLimit.cents)} não se recebem em numerário, ` +
      `porque tem de se saber quem os dá (${donationLimit.source}): escolha outro meio.`
    )
  return undefined
}
