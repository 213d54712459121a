import type { ReactNode } from 'react'
import { IconCoinEuro, IconPencil } from '@tabler/icons-react'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useFields, useResource, useTerminology } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { CategoryNames } from './category-names.tsx'
import { type Category, dueText, type Plan, type Price } from './plans.ts'
import { PriceTable } from './price-history.tsx'
import surface from '../../ui/surface.module.css'
import classes from './plans-settings.module.css'

interface PlanCardProps {
  plan: Plan
  /** The handle that drags the plan. */
  handle: ReactNode
  prices: readonly Price[]
  /** The categories that use this plan. */
  users: readonly Category[]
  categories: readonly Category[]
  onEdit: () => void
  onPrice: () => void
}

/** A quota plan: due date, categories, and past, current and future prices. */
export function PlanCard({ plan, handle, prices, users, categories, onEdit, onPrice }: PlanCardProps) {
  const resource = useResource('quotaPlans')
  const periodicity = useFields('quotaPlans')?.periodicity
  const mayPrice = resource?.actions.some(({ name }) => name === 'setPrices') ?? false
  const when = periodicity && choiceText(plan.periodicity, periodicity)
  return (
    <section className={surface.surface} aria-label={plan.name}>
      <div className={classes.head}>
        <div className={classes.title}>
          {handle}
          <h2>{plan.name}</h2>
          {!plan.active && <StateBadge label="Fora de uso" />}
        </div>
        <div className={classes.buttons}>
          {mayPrice && (
            <CommandButton
              icon={IconCoinEuro}
              label={prices.length === 0 ? 'Definir preço' : 'Novos preços'}
              onClick={onPrice}
            />
          )}
          {resource?.may.update && (
            <CommandButton
              icon={IconPencil}
              label="Editar"
              aria-label={`Editar ${plan.name}`}
              onClick={onEdit}
            />
          )}
        </div>
      </div>
      <PlanFacts plan={plan} when={when ?? ''} users={users} />
      {prices.length === 0 ? (
        <p className={classes.warning}>
          Ainda não tem preço: nada é gerado com este plano enquanto não tiver.
        </p>
      ) : (
        <PriceTable plan={plan} prices={prices} categories={categories} />
      )}
    </section>
  )
}

interface PlanFactsProps {
  plan: Plan
  when: string
  users: readonly Category[]
}

function PlanFacts({ plan, when, users }: PlanFactsProps) {
  const terminology = useTerminology()
  const onAdmission = [
    plan.chargesOnAdmission
      ? fillTerms('joia e primeira {membershipPayment} cobradas logo', terminology)
      : 'nada se cobra logo',
    plan.proRata ? 'só pelos meses que faltam' : 'o período inteiro',
  ]
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Quando</dt>
        <dd>
          {when}, {dueText(plan)}
        </dd>
      </div>
      <div>
        <dt>Na admissão</dt>
        <dd>{capitalise(onAdmission.join('; '))}</dd>
      </div>
      <div>
        <dt>Categorias</dt>
        <dd>{users.length === 0 ? 'nenhuma' : <CategoryNames categories={users} />}</dd>
      </div>
    </dl>
  )
}
