import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { FieldErrors } from '../../api/client.ts'
import { listQuery, useFields } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { usePreview } from '../../resource/preview/use-preview.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { ManyChoice } from '../../ui/choice.tsx'
import classes from '../../ui/chosen-run.module.css'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { BatchPreviewPanel, type BatchPreview, type BatchSelection } from './batch-preview.tsx'
import { useReadiness } from './use-readiness.ts'

/** The page of a new batch: what to collect and when, what that is, and who stays out and why. */
export default function NewDebitBatch() {
  const fields = useFields('debitBatches')
  const readiness = useReadiness()
  const categories = useQuery(listQuery('memberCategories', { limit: 500, sort: 'order' }))
  return (
    <QueryPage query={readiness}>
      {({ earliestDay }) => (
        <QueryPage query={categories}>
          {({ data }) =>
            fields ? (
              <NewBatch fields={fields} categories={data} earliestDay={earliestDay} />
            ) : (
              <PageSkeleton />
            )
          }
        </QueryPage>
      )}
    </QueryPage>
  )
}

interface NewBatchProps {
  fields: FieldMap
  categories: ResourceRecord<'memberCategories'>[]
  earliestDay: string
}

function NewBatch({ fields, categories, earliestDay }: NewBatchProps) {
  const [selection, setSelection] = useState<BatchSelection>({
    dueUntil: organisationToday(),
    collectionDate: earliestDay,
    categoryIds: [],
  })
  const preview = usePreview<BatchPreview>('debit_batches', selection)
  return (
    <Page title="Nova remessa">
      <div className={classes.sheet}>
        <SelectionForm
          fields={fields}
          categories={categories}
          selection={selection}
          errors={preview.errors}
          onChange={setSelection}
        />
        <BatchPreviewPanel selection={selection} preview={preview} />
      </div>
    </Page>
  )
}

interface SelectionFormProps {
  fields: FieldMap
  categories: ResourceRecord<'memberCategories'>[]
  selection: BatchSelection
  errors: FieldErrors | undefined
  onChange: (selection: BatchSelection) => void
}

function SelectionForm({ fields, categories, selection, errors, onChange }: SelectionFormProps) {
  const set = (part: Partial<BatchSelection>) => onChange({ ...selection, ...part })
  return (
    <form className="stack" aria-label="O que cobrar" onSubmit={(event) => event.preventDefault()}>
      {(['dueUntil', 'collectionDate'] as const).map((name) => {
        const field = fields[name]
        return (
          field && (
            <FieldInput
              key={name}
              id={`batch-${name}`}
              field={field}
              value={selection[name]}
              record={{}}
              error={errors?.[name]?.join(' ')}
              onChange={(value) => set({ [name]: typeof value === 'string' ? value : '' })}
            />
          )
        )
      })}
      <ManyChoice
        label="Categorias"
        placeholder={selection.categoryIds.length === 0 ? 'Todas as categorias' : ''}
        data={categories.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={selection.categoryIds}
        onChange={(ids) => set({ categoryIds: ids })}
        clearable
      />
      <p className="note">
        Cada autorização tem um só débito, com todas as dívidas escolhidas de quem a deu.
      </p>
    </form>
  )
}
