import type { ReactNode } from 'react'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { RecordFor } from '../api/client.ts'
import { useFields, useResource } from '../api/queries.ts'
import type { Values } from '../fields/index.ts'
import { Page } from '../ui/page.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { useAddress, useNavigate } from '../ui/router.tsx'
import { FormSaving, RecordFields, useRecordForm, type FormControls } from './record-form.tsx'

export interface NewRecordPageProps<Name extends ResourceName> {
  resource: Name
  /** Initial values besides the defaults. */
  initial?: Values
  /** Custom layout of the form. */
  children?: (form: FormControls<Name>) => ReactNode
  /** Says that it was saved, instead of the usual text. */
  announce?: (record: RecordFor<Name>) => void
  /** Called instead of opening the record's page, after saving. */
  onSaved?: (id: string, openRecord: () => void) => void
}

/** Page of a new record of any resource. After saving, the record's page replaces it. */
export function NewRecordPage<Name extends ResourceName>(props: NewRecordPageProps<Name>) {
  const descriptor = useResource(props.resource)
  const fields = useFields(props.resource)
  if (!descriptor || !fields) return <FormSkeleton />
  return <ExplainedPage {...props} descriptor={descriptor} fields={fields} />
}

interface ExplainedPageProps<Name extends ResourceName> extends NewRecordPageProps<Name> {
  descriptor: ResourceDescriptor
  fields: FieldMap
}

function ExplainedPage<Name extends ResourceName>(props: ExplainedPageProps<Name>) {
  const { resource, initial, children, announce, onSaved, descriptor, fields } = props
  const form = useRecordForm({ resource, fields, ...(initial && { initial }) })
  const navigate = useNavigate()
  const listPath = useAddress().pathname.replace(/\/[^/]+\/*$/, '')
  return (
    <Page title={descriptor.label.new}>
      {children ? children(form) : <RecordFields form={form} />}
      <FormSaving
        form={form}
        announce={announce}
        onSaved={({ _id }) => {
          const openRecord = () => navigate(`${listPath}/${_id}`, { replace: true })
          if (onSaved) onSaved(_id, openRecord)
          else openRecord()
        }}
      />
    </Page>
  )
}
