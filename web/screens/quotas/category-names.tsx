import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import type { Category } from './plans.ts'
import { useTerminology } from '../../api/queries.ts'
import classes from './plans-settings.module.css'

/** Names of categories; each opens the dialog that edits the category. */
export function CategoryNames({ categories }: { categories: readonly Category[] }) {
  const [edited, setEdited] = useState<Category>()
  return (
    <>
      {categories.map((category, index) => (
        <span key={category._id}>
          {index > 0 && ', '}
          <UnstyledButton className={classes.category} onClick={() => setEdited(category)}>
            {category.name}
          </UnstyledButton>
        </span>
      ))}
      {edited && (
        <RecordDialog
          resource="memberCategories"
          record={edited}
          omit={['order']}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

/** Names the categories that pay no quotas, and warns about those that pay but have no plan. */
export function CategoriesNote({ categories }: { categories: readonly Category[] }) {
  const terminology = useTerminology()
  const used = categories.filter(({ active }) => active)
  const exempt = used.filter(({ paysQuota }) => !paysQuota)
  const withoutPlan = used.filter(({ paysQuota, quotaPlanId }) => paysQuota && quotaPlanId === null)
  return (
    <>
      {withoutPlan.length > 0 && (
        <div className={classes.warning}>
          {fillTerms('Pagam {membershipPayments} e não têm plano: ', terminology)}
          <CategoryNames categories={withoutPlan} />
        </div>
      )}
      {exempt.length > 0 && (
        <div className="dimmed">
          {fillTerms('Não pagam {membershipPayments}: ', terminology)}
          <CategoryNames categories={exempt} />
        </div>
      )}
    </>
  )
}
