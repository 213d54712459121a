import { useNavigate } from 'react-router'
import { Checkbox } from '@mantine/core'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { useFields, useResource } from '../../api/queries.ts'
import {
  ErrorSummary,
  FormSaving,
  FormSections,
  ResumedNote,
  useRecordForm,
  type FormControls,
} from '../../resource/record-form.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { KnownPeople } from '../members/known-people.tsx'
import { useKnownPeople } from '../members/use-known-people.ts'
import sheet from '../members/member-sheet.module.css'
import { applicationPath } from './application-paths.ts'
import { useApplicationStates } from './application-states.ts'
import { useFieldsNotAsked } from './use-fields-not-asked.ts'

/** Somebody applies at the counter, and the staff writes it down. */
export default function ApplicationNew() {
  const descriptor = useResource('memberApplications')
  const fields = useFields('memberApplications')
  if (!descriptor || !fields) return <FormSkeleton />
  return <NewApplication descriptor={descriptor} fields={fields} />
}

function NewApplication({ descriptor, fields }: { descriptor: ResourceDescriptor; fields: FieldMap }) {
  const form = useRecordForm({ resource: 'memberApplications', fields })
  const notAsked = useFieldsNotAsked(form)
  const known = useKnownPeople(form.values)
  const navigate = useNavigate()
  return (
    <Page title={descriptor.label.new}>
      <div className={sheet.sheet}>
        <div className={sheet.main}>
          <ErrorSummary form={form} />
          <ResumedNote form={form} />
          <DraftChoice form={form} />
          <FormSections form={form} omit={['stateId', ...notAsked]} />
        </div>
        <aside className={sheet.warnings} aria-label="Pessoas já conhecidas">
          <KnownPeople people={known} />
        </aside>
      </div>
      <FormSaving form={form} onSaved={({ _id }) => void navigate(applicationPath(_id), { replace: true })} />
    </Page>
  )
}

/** What is not complete yet may wait as a draft, without its rules. */
function DraftChoice({ form }: { form: FormControls }) {
  const draft = useApplicationStates()?.find(({ code }) => code === 'draft')
  if (!draft) return null
  return (
    <Checkbox
      label="Guardar como rascunho, para completar mais tarde"
      checked={form.values.stateId === draft._id}
      onChange={(event) => form.set('stateId', event.currentTarget.checked ? draft._id : null)}
    />
  )
}
