import { UnstyledButton } from '@mantine/core'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useResource } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { runAction } from '../../resource/actions/run-action.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { euros } from '../../ui/euros.tsx'
import {
  type Category,
  dayState,
  type EffectivePrice,
  type Plan,
  type Price,
  priceAt,
  priceDays,
} from './plans.ts'
import classes from './price-history.module.css'
import { toastError } from '../../resource/toast-error.ts'

interface PriceTableProps {
  plan: Plan
  prices: readonly Price[]
  categories: readonly Category[]
}

/** Prices by category and start day. Current and future prices can be removed, past ones cannot. */
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
              <th scope="row">
                {category?.name ?? (rows.length > 0 ? 'Todas as outras' : 'Todas as categorias')}
              </th>
              {days.map((day) => (
                <td key={day} data-state={dayState(days, day, today)}>
                  <PriceAmount price={priceAt(prices, category?._id ?? null, day)} isGeneral={!category} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The categories with their own price, in the order of `categories`; the others pay the general price. */
function pricedCategories(prices: readonly Price[], categories: readonly Category[]): Category[] {
  const priced = new Set(prices.map(({ categoryId }) => categoryId))
  return categories.filter(({ _id }) => priced.has(_id))
}

/** Unchanged and inherited prices are dimmed, so that changes stand out. */
function PriceAmount({ price, isGeneral }: { price: EffectivePrice | undefined; isGeneral: boolean }) {
  if (!price) return <span className={classes.soft}>—</span>
  const isInherited = !isGeneral && !price.isOwn
  return (
    <span className={price.isNew && !isInherited ? undefined : classes.soft}>
      {euros(price.amount)}
      {(price.joia ?? 0) > 0 && <small>joia {euros(price.joia ?? 0)}</small>}
    </span>
  )
}

const stateLabels = { past: 'desde', now: 'em vigor desde', future: 'a partir de' } as const

interface PriceDayProps {
  plan: Plan
  day: string
  state: keyof typeof stateLabels
  /** Number of prices that begin on the day. */
  count: number
}

function PriceDay({ plan, day, state, count }: PriceDayProps) {
  const remove = useRemoval(plan, day, count)
  return (
    <>
      <span className={classes.since}>{stateLabels[state]}</span> {formatDate(day)}
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

/** Removes the prices of a day after confirmation; the server rejects it when charges were generated with them. */
function useRemoval(plan: Plan, day: string, count: number): (() => Promise<void>) | undefined {
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
      if (!(await runAction('quotaPlans', plan._id, 'removePrices', { validFrom: day }))) return
      toast('Preços retirados.')
    } catch (error) {
      toastError(error, 'Não foi possível retirar os preços.')
    }
  }
}
