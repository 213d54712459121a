import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { useFields, useResource } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import {
  ErrorSummary,
  FormSaving,
  FormSections,
  ResumedNote,
  useRecordForm,
} from '../../resource/record-form.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { KnownPeople } from './known-people.tsx'
import { useKnownPeople } from './use-known-people.ts'
import { useMemberPaths } from './use-member-paths.ts'
import { usePerson } from './use-person.ts'
import classes from './member-sheet.module.css'

/** Somebody joins. While the name is typed, whoever is already known is named beside it. */
export default function MemberNew() {
  const descriptor = useResource('members')
  const fields = useFields('members')
  if (!descriptor || !fields) return <FormSkeleton />
  return <NewMember descriptor={descriptor} fields={fields} />
}

function NewMember({ descriptor, fields }: { descriptor: ResourceDescriptor; fields: FieldMap }) {
  const initial = useMemo(() => ({ admissionDate: organisationToday() }), [])
  const form = useRecordForm({ resource: 'members', fields, initial })
  const known = useKnownPeople(form.values)
  const usePersonOf = usePerson(form)
  const navigate = useNavigate()
  const paths = useMemberPaths()
  return (
    <Page title={descriptor.label.new}>
      <div className={classes.sheet}>
        <div className={classes.main}>
          <ErrorSummary form={form} />
          <ResumedNote form={form} />
          <FormSections form={form} />
        </div>
        <aside className={classes.warnings} aria-label="Pessoas já conhecidas">
          <KnownPeople people={known} chosen={form.values.personId} onUse={(id) => void usePersonOf(id)} />
        </aside>
      </div>
      <FormSaving form={form} onSaved={({ _id }) => void navigate(paths.record(_id), { replace: true })} />
    </Page>
  )
}
