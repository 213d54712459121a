import type { Cents } from './amount.ts'
import { formatAmount, formatPercent } from './amount.ts'
import { figureInForce } from './legal-limits.ts'

/** What came in within a year, in cents: all but capital, and of it sales and services, which neither quotas nor donations are. */
export interface YearIncome {
  income: Cents
  turnover: Cents
}

/** A limit of the yearly income, and what follows when it is passed. Amounts in cents. */
interface IncomeLimit {
  name: string
  /** What it is a limit of. */
  counts: keyof YearIncome
  /** Figures in ascending order of the day from which they apply. */
  figures: readonly { from: string; cents: Cents; source: string }[]
  /** The only type of organisation that it is a limit of. */
  onlyFor?: 'association'
  /** What the organisation has until the limit, after `o limite`. */
  of: string
  /** What to do when it is passed. */
  advice: string
}

/** The limits. An accountant should confirm what each means for an organisation. */
const incomeLimits: readonly IncomeLimit[] = [
  {
    name: 'cashRegime',
    counts: 'income',
    // Cooperatives must keep organised accounts at any income.
    onlyFor: 'association',
    figures: [{ from: '2011-03-09', cents: 15_000_000, source: 'artigo 10.º do Decreto-Lei n.º 36-A/2011' }],
    of: 'do regime de caixa',
    advice:
      'Acima dele, em dois anos seguidos, é preciso contabilidade organizada. Fale com um contabilista.',
  },
  {
    name: 'invoices',
    counts: 'income',
    figures: [
      { from: '2020-01-01', cents: 20_000_000, source: 'artigo 29.º, n.º 3, alínea a) do Código do IVA' },
    ],
    of: 'da dispensa de faturas',
    advice: 'Acima dele, no ano seguinte pode ser preciso emitir faturas. Fale com um contabilista.',
  },
  {
    name: 'certifiedProgram',
    counts: 'turnover',
    figures: [{ from: '2020-01-01', cents: 5_000_000, source: 'artigo 4.º do Decreto-Lei n.º 28/2019' }],
    of: 'a partir do qual o programa de faturação é certificado',
    advice:
      'Acima dele, quem emite faturas precisa desse programa no ano seguinte. Fale com um contabilista.',
  },
]

/** From this part of a limit on there is a warning. */
const nearShare = 0.8

interface IncomeWarning {
  name: string
  /** Whether the limit is passed; otherwise it is near. */
  isOver: boolean
  /** In a few words, without amounts. */
  title: string
  text: string
}

const countedWords: Record<keyof YearIncome, string> = {
  income: 'As receitas',
  turnover: 'As vendas e os serviços',
}

/** The smallest income (cents) that there may be a warning of. */
export const leastIncome = Math.min(
  ...incomeLimits.flatMap(({ figures }) => figures.map(({ cents }) => cents * nearShare)),
)

/** Returns the limits that the income of a year is near, from 80% on, or over, as they are at the end of that year. */
export function incomeWarnings(year: number, sums: YearIncome, orgType: string): IncomeWarning[] {
  return incomeLimits.flatMap(({ name, counts, onlyFor = orgType, figures, of, advice }) => {
    const income = sums[counts]
    if (onlyFor !== orgType) return []
    const figure = figureInForce(figures, `${year}-12-31`)
    if (!figure || income < figure.cents * nearShare) return []
    const isOver = income > figure.cents
    const part = isOver ? 'passaram' : `são ${formatPercent(income / figure.cents)} de`
    const subject = `${countedWords[counts]} de ${year}`
    const title = `${subject} ${isOver ? 'passaram o' : 'aproximam-se do'} limite ${of}`
    const text = `${subject} (${formatAmount(income)}) ${part} ${formatAmount(figure.cents)}, o limite ${of} (${figure.source}). ${advice}`
    return [{ name, isOver, title, text }]
  })
}
