import type { Euros } from '@agremia/resources/rules/amount.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { Announcement } from '../../messages/index.ts'
import type { Advice } from '../advice/advice.ts'
import { adviceFor } from '../advice/advice.ts'
import type { AdviceContext, AdviceRequest } from '../advice/advice-request.ts'
import { adviceFrames, advicePage, adviceValues } from '../advice/advice-values.ts'
import type { NoticeStep } from './notice-filter.ts'
import { noticeSteps } from './notice-filter.ts'
import type { World } from '../../rest/modules.ts'
import type { ReachedCharge } from './charge-notices.ts'

/** What a notice says of a member's charges now. */
export interface NoticeContent extends Pick<Announcement, 'values' | 'frames'> {
  event: NoticeStep
  /** Of the charges of its step. */
  total: Euros
  /** Why it has no Multibanco reference, for the staff. */
  multibancoProblem: string | null
}

/**
 * The content of a notice, for its preview, sending and printing: the message of the highest step of the charges about the charges of that
 * step; charges of lower steps are listed below, with their own reference. There must be charges.
 */
export async function noticeContent(
  context: AdviceContext,
  memberId: string,
  charges: readonly ReachedCharge[],
): Promise<NoticeContent> {
  const { world, today } = context
  const [reached, others] = noticeRequests(memberId, charges)
  const advice = await adviceFor(context, reached)
  const otherAdvice = others && (await adviceFor(context, others))
  return {
    event: noticeSteps[highestStep(charges) - 1]!,
    values: {
      ...adviceValues(advice, world),
      outrasDividas: otherAdvice ? otherDebtsText(otherAdvice, { world, today }) : '',
    },
    frames: adviceFrames(advice, world),
    total: advice.total,
    multibancoProblem: advice.multibancoProblem ?? otherAdvice?.multibancoProblem ?? null,
  }
}

/** The requests of a notice: of the charges of its highest step, and of the others, if any. */
export function noticeRequests(
  memberId: string,
  charges: readonly ReachedCharge[],
): [AdviceRequest, AdviceRequest?] {
  const step = highestStep(charges)
  const { reached = [], others } = Object.groupBy(charges, (charge) =>
    charge.step === step ? 'reached' : 'others',
  )
  return [requestOf(memberId, reached), others && requestOf(memberId, others)]
}

function highestStep(charges: readonly ReachedCharge[]): number {
  return Math.max(...charges.map(({ step }) => step))
}

function requestOf(memberId: string, charges: readonly ReachedCharge[]): AdviceRequest {
  return { memberId, type: null, year: null, chargeIds: charges.map(({ id }) => id) }
}

/** Text about the charges of lower steps: the overdue ones, the upcoming ones, and how to pay only these. */
export function otherDebtsText(
  advice: Pick<Advice, 'lines' | 'total' | 'multibanco' | 'publicId'>,
  { world, today }: { world: Pick<World, 'config'>; today: string },
): string {
  const { lines, total } = advice
  const overdue = lines.filter(({ dueDate }) => dueDate < today)
  const upcoming = lines.filter(({ dueDate }) => dueDate >= today)
  const cents = (euros: Euros) => formatAmount(toCents(euros))
  const parts = [
    ...sentence(
      'Também por regularizar',
      overdue.map(({ description, amount }) => `${description} (${cents(amount)})`),
    ),
    ...sentence(
      'A vencer',
      upcoming.map(
        ({ description, amount, dueDate }) => `${description} (${cents(amount)}, até ${formatDate(dueDate)})`,
      ),
    ),
  ]
  const sum = lines.length > 1 ? `, no total de ${cents(total)}` : ''
  return [...parts, `Para pagar só isto${sum}: ${paymentWay(advice, world)}`].join(' ')
}

function sentence(start: string, debts: readonly string[]): string[] {
  return debts.length > 0 ? [`${start}: ${joinList([...debts])}.`] : []
}

function paymentWay(
  { multibanco, publicId }: Pick<Advice, 'multibanco' | 'publicId'>,
  world: Pick<World, 'config'>,
): string {
  if (!multibanco) return advicePage(publicId, world)
  const reference = multibancoReference.format?.(multibanco.reference) ?? multibanco.reference
  return `entidade ${multibanco.entity}, referência ${reference}.`
}
