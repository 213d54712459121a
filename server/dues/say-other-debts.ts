import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { World } from '../context.ts'
import type { Advice } from './advice.ts'
import { advicePage } from './advice-values.ts'

/**
 * What a message of the ladder says of debts that have not come as far as those it is about: what is overdue, what is yet to
 * fall due, and how just these are paid.
 */
export function sayOtherDebts(
  advice: Pick<Advice, 'lines' | 'total' | 'multibanco' | 'publicId'>,
  { world, today }: { world: Pick<World, 'config'>; today: string },
): string {
  const { lines, total } = advice
  const overdue = lines.filter(({ dueDate }) => dueDate < today)
  const upcoming = lines.filter(({ dueDate }) => dueDate >= today)
  const cents = (euros: number) => formatAmount(Math.round(euros * 100))
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
  return [...parts, `Para pagar só isto${sum}: ${wayOf(advice, world)}`].join(' ')
}

function sentence(start: string, debts: readonly string[]): string[] {
  return debts.length > 0 ? [`${start}: ${joinList([...debts])}.`] : []
}

function wayOf(
  { multibanco, publicId }: Pick<Advice, 'multibanco' | 'publicId'>,
  world: Pick<World, 'config'>,
): string {
  if (!multibanco) return advicePage(publicId, world)
  const reference = multibancoReference.format?.(multibanco.reference) ?? multibanco.reference
  return `entidade ${multibanco.entity}, referência ${reference}.`
}
