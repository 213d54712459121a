import { UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { isApiError } from '../../api/client.ts'
import { keys, useResource } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { toast } from '../../ui/toast.ts'
import { euros } from '../../ui/euros.tsx'
import type { Category, Plan } from './plans.ts'
import { dayState, priceAt, priceDays, type HeldPrice, type Price } from './prices.ts'
import classes from './price-history.module.css'

interface PriceTableProps {
  plan: Plan
  prices: readonly Price[]
  categories: readonly Category[]
}

/** What each category pays, by the day from which it does: the past stays in sight, what is to come can be taken back. */
export function PriceTable({ plan, prices, categories }: PriceTableProps) {
  const days = priceDays(prices)
  const today = organisationToday()
  const rows = pricedCategories(prices, categories)
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label={`Preços de ${plan.name}`}>
        <thead>
          <tr>
            <th scope="col">Categoria</th>
            {days.map((day) => (
              <th key={day} scope="col" data-state={dayState(days, day, today)}>
                <PriceDay
                  plan={plan}
                  day={day}
                  state={dayState(days, day, today)}
                  count={prices.filter(({ validFrom }) => validFrom === day).length}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[undefined, ...rows].map((category) => (
            <tr key={category?._id ?? 'general'}>
              <th scope="row">{category?.name ?? (rows.length > 0 ? 'Todas as outras' : 'Todas')}</th>
              {days.map((day) => (
                <td key={day} data-state={dayState(days, day, today)}>
                  <HeldAmount held={priceAt(prices, category?._id ?? null, day)} isGeneral={!category} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The categories with a price of their own, in the order of all; the others pay the general one. */
function pricedCategories(prices: readonly Price[], categories: readonly Category[]): Category[] {
  const priced = new Set(prices.map(({ categoryId }) => categoryId))
  return categories.filter(({ _id }) => priced.has(_id))
}

/** A price that went on unchanged is said softly: the eye finds what changed. */
function HeldAmount({ held, isGeneral }: { held: HeldPrice | undefined; isGeneral: boolean }) {
  if (!held) return <span className={classes.soft}>—</span>
  const isInherited = !isGeneral && !held.isOwn
  return (
    <span className={held.isNew && !isInherited ? undefined : classes.soft}>
      {euros(held.amount)}
      {(held.joia ?? 0) > 0 && <small>joia {euros(held.joia ?? 0)}</small>}
    </span>
  )
}

const stateWords = { past: 'desde', now: 'em vigor desde', future: 'a partir de' } as const

interface PriceDayProps {
  plan: Plan
  day: string
  state: keyof typeof stateWords
  /** How many prices begin on the day. */
  count: number
}

function PriceDay({ plan, day, state, count }: PriceDayProps) {
  const remove = useRemoval(plan, day, count)
  return (
    <>
      <span className={classes.since}>{stateWords[state]}</span> {formatDate(day)}
      {remove && state !== 'past' && (
        <UnstyledButton
          className={classes.remove}
          aria-label={`Retirar os preços de ${formatDate(day)}`}
          onClick={() => void remove()}
        >
          Retirar
        </UnstyledButton>
      )}
    </>
  )
}

/** Takes back the prices of a day, after asking; the server refuses once something was charged by them. */
function useRemoval(plan: Plan, day: string, count: number): (() => Promise<void>) | undefined {
  const client = useQueryClient()
  const actions = useResource('quotaPlans')?.actions ?? []
  if (!actions.some(({ name }) => name === 'removePrices')) return undefined
  return async () => {
    const sure = await confirmDialog({
      title: `Retirar os preços de ${formatDate(day)}?`,
      message: `Em «${plan.name}», ${counted(count, 'preço deixa de valer e volta o anterior', 'preços deixam de valer e voltam os anteriores')}. Só é possível enquanto nada tiver sido gerado com estes.`,
      confirmLabel: 'Retirar',
      kind: 'delete',
    })
    if (!sure) return
    try {
      await runAction('quotaPlans', plan._id, 'removePrices', { validFrom: day })
      toast('Preços retirados.')
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível retirar os preços.', { tone: 'error' })
    }
    void client.invalidateQueries({ queryKey: keys.lists('quotaPrices') })
  }
}
