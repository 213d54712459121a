import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isApiError } from '../../api/client.ts'
import { listQuery, useFields, useResource, useTerminology } from '../../api/queries.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { EmptyState, ErrorState } from '../../ui/message-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { MoreTools } from '../../resource/more-tools.tsx'
import { useManualOrder } from '../../resource/manual-order.tsx'
import { useDeletion } from '../../resource/deletions.tsx'
import { CategoriesNote } from './category-names.tsx'
import { GenerateLink } from '../dues/index.ts'
import { PlanCard } from './plan-card.tsx'
import { PricesDialog } from './prices-dialog.tsx'
import type { Category, Plan } from './plans.ts'
import classes from './plans-settings.module.css'

const all = { limit: 500 }

/** Settings of quota plans with their prices. */
export function PlansSettings() {
  const plans = useQuery(listQuery('quotaPlans', { ...all, sort: 'order' }))
  const prices = useQuery(listQuery('quotaPrices', { limit: -1, sort: 'validFrom' }))
  const categories = useQuery(listQuery('memberCategories', { ...all, sort: 'order' }))
  const queries = [plans, prices, categories]
  const error = queries.find((query) => query.error)?.error
  if (error) {
    const retry = () => void Promise.all(queries.map((query) => query.refetch()))
    return <ErrorState message={isApiError(error) ? error.message : undefined} onRetry={retry} />
  }
  if (!plans.data || !prices.data || !categories.data) return <ListSkeleton rows={6} />
  return <Plans plans={plans.data.data} prices={prices.data.data} categories={categories.data.data} />
}

type PlanPrice = ResourceRecord<'quotaPrices'>

interface PlansProps {
  plans: Plan[]
  prices: PlanPrice[]
  categories: Category[]
}

function Plans(props: PlansProps) {
  const descriptor = useResource('quotaPlans')
  const fields = useFields('quotaPlans')
  return descriptor && fields && <PlansList {...props} descriptor={descriptor} fields={fields} />
}

interface PlansListProps extends PlansProps {
  descriptor: ResourceDescriptor
  fields: FieldMap
}

function PlansList({ plans, prices, categories, descriptor, fields }: PlansListProps) {
  const terminology = useTerminology()
  const [edited, setEdited] = useState<Plan | 'new'>()
  const [priced, setPriced] = useState<Plan>()
  const ordering = useManualOrder<HTMLDivElement, Plan>(descriptor, fields, plans, plans.length)
  const pricesOf = (plan: Plan) => prices.filter(({ quotaPlanId }) => quotaPlanId === plan._id)
  const usersOf = (plan: Plan) =>
    categories.filter(({ quotaPlanId, paysQuota }) => paysQuota && quotaPlanId === plan._id)
  const add = descriptor.may.create && (
    <CommandButton icon={IconPlus} label={descriptor.label.new} onClick={() => setEdited('new')} />
  )
  return (
    <div className="stack">
      <div className={classes.head}>
        <p className={classes.purpose}>
          {fillTerms(
            'Cada plano diz de quanto em quanto tempo se paga, até quando e quanto. Os preços novos juntam-se aos antigos: o que já foi gerado só muda se assim se decidir.',
            terminology,
          )}
        </p>
        <div className={classes.buttons}>
          {plans.length > 0 && add}
          <GenerateLink />
          <MoreTools resource="quotaPlans" />
        </div>
      </div>
      {plans.length === 0 && (
        <EmptyState
          title={fillTerms('Ainda não há planos de {membershipPayments}', terminology)}
          action={add}
        >
          Comece por um, por exemplo «{fillTerms('{MembershipPayment} anual', terminology)}», e dê-lhe um
          preço.
        </EmptyState>
      )}
      <CategoriesNote categories={categories} />
      <div className="stack" ref={ordering?.listRef}>
        {(ordering?.records ?? plans).map((plan) => (
          <PlanCard
            key={plan._id}
            plan={plan}
            handle={ordering?.handleOf(plan)}
            prices={pricesOf(plan)}
            users={usersOf(plan)}
            categories={categories}
            onEdit={() => setEdited(plan)}
            onPrice={() => setPriced(plan)}
          />
        ))}
      </div>
      {edited !== undefined && (
        <PlanDialog
          edited={edited}
          onClose={() => setEdited(undefined)}
          onCreated={(plan) => setPriced(plan)}
        />
      )}
      {priced && (
        <PricesDialog
          plan={priced}
          prices={pricesOf(priced)}
          users={usersOf(priced)}
          categories={categories}
          onClose={() => setPriced(undefined)}
        />
      )}
    </div>
  )
}

interface PlanDialogProps {
  edited: Plan | 'new'
  onClose: () => void
  onCreated: (plan: Plan) => void
}

/** Edits a plan; a new plan opens the dialog of its first prices. */
function PlanDialog({ edited, onClose, onCreated }: PlanDialogProps) {
  const descriptor = useResource('quotaPlans')
  return descriptor ? <PlanForm {...{ edited, onClose, onCreated, descriptor }} /> : null
}

function PlanForm({
  edited,
  onClose,
  onCreated,
  descriptor,
}: PlanDialogProps & { descriptor: NonNullable<ReturnType<typeof useResource>> }) {
  const remove = useDeletion(descriptor)
  if (edited === 'new') {
    return (
      <RecordDialog
        resource="quotaPlans"
        omit={['order']}
        onClose={onClose}
        onSaved={(plan) => onCreated(plan)}
      />
    )
  }
  return (
    <RecordDialog
      resource="quotaPlans"
      record={edited}
      omit={['order']}
      onClose={onClose}
      {...(descriptor.may.delete && {
        onDelete: () => void remove(edited).then((gone) => gone && onClose()),
      })}
    />
  )
}
