import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields, type FormControls } from '../../resource/record-form.tsx'
import {
  PossibleDuplicates,
  usePossibleDuplicates,
  useFillFromPerson,
  memberSheetClasses as classes,
} from '../member-parts/index.ts'
import { FormSkeleton } from '../../ui/skeletons.tsx'

/** The first category in use, in the order that the organisation gave them, is proposed for new members. */
const firstCategory = listQuery('memberCategories', {
  where: { active: 'true' },
  sort: 'order',
  limit: 1,
  columns: ['name'],
})

/** The form of a new member, with possible duplicates beside it. */
export default function MemberNew() {
  const categories = useQuery(firstCategory)
  if (categories.isPending) return <FormSkeleton />
  const [category] = categories.data?.data ?? []
  return (
    <NewRecordPage
      resource="members"
      initial={{
        admissionDate: organisationToday(),
        ...(category && { categoryId: category._id, categoryLabel: category.name }),
      }}
    >
      {(form) => <NewMember form={form} />}
    </NewRecordPage>
  )
}

function NewMember({ form }: { form: FormControls<'members'> }) {
  const duplicates = usePossibleDuplicates(form.values)
  const fillFromPerson = useFillFromPerson(form)
  return (
    <div className={classes.sheet}>
      <div className={classes.main}>
        <RecordFields form={form} />
      </div>
      <aside className={classes.warnings} aria-label="Pessoas já conhecidas">
        <PossibleDuplicates
          people={duplicates}
          chosen={form.values.personId}
          onUse={(id) => void fillFromPerson(id)}
        />
      </aside>
    </div>
  )
}
