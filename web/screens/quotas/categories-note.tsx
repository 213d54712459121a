import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import type { Category } from './plans.ts'
import classes from './plans-settings.module.css'

/** The categories that pay nothing, and those that should pay and have no plan: each opens, to be put right. */
export function CategoriesNote({ categories }: { categories: readonly Category[] }) {
  const terminology = useTerminology()
  const [edited, setEdited] = useState<Category>()
  const used = categories.filter(({ active }) => active)
  const exempt = used.filter(({ paysQuota }) => !paysQuota)
  const lost = used.filter(({ paysQuota, quotaPlanId }) => paysQuota && quotaPlanId === null)
  return (
    <>
      {lost.length > 0 && (
        <p className={classes.warning}>
          {fillTerms('Pagam {membershipPayments} e não têm plano: ', terminology)}
          <Names categories={lost} onOpen={setEdited} />
        </p>
      )}
      {exempt.length > 0 && (
        <p className={classes.note}>
          {fillTerms('Não pagam {membershipPayments}: ', terminology)}
          <Names categories={exempt} onOpen={setEdited} />
        </p>
      )}
      {edited && (
        <RecordDialog resource="memberCategories" record={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

interface NamesProps {
  categories: readonly Category[]
  onOpen: (category: Category) => void
}

function Names({ categories, onOpen }: NamesProps) {
  return categories.map((category, index) => (
    <span key={category._id}>
      {index > 0 && ', '}
      <UnstyledButton className={classes.category} onClick={() => onOpen(category)}>
        {category.name}
      </UnstyledButton>
    </span>
  ))
}
