import { useState } from 'react'
import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { matchesSearch } from '@agremia/resources/rules/fold.ts'
import type { StoredRecord } from '../api/client.ts'
import { listQuery, useResource } from '../api/queries.ts'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame, isRequired } from './field-frame.tsx'
import { baseOf, plainText, referenceText } from './texts.ts'
import classes from './fields.module.css'

/** Up to this many rows, all choices are loaded and filtered in the browser; above it, the server searches. */
const maxLocalChoices = 50
const searchDelay = 250

export default function ReferenceInput(props: FieldInputProps) {
  const { field, value, record, onChange, onBlur } = props
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const label = referenceText(value, field, record)
  const lookUp = useChoices(field.reference ?? '', typed === label ? '' : typed, opened && !props.readOnly)
  const chosen = typeof value === 'string' ? { value, label } : null

  return (
    <Select
      {...fieldFrame(props)}
      searchable
      data={withChosen(lookUp.choices, chosen)}
      value={chosen?.value ?? null}
      onChange={(next, option) => onChange(next, { [`${baseOf(field)}Label`]: option?.label ?? null })}
      searchValue={opened ? typed : label}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onBlur={onBlur}
      filter={({ options }) => options}
      clearable={!isRequired(field) && !props.readOnly}
      clearButtonProps={{ 'aria-label': `Limpar ${field.label}`, className: classes.clear }}
      className={classes.select}
      allowDeselect={false}
      checkIconPosition="right"
      nothingFoundMessage={lookUp.isLoading ? 'A pesquisar…' : 'Sem resultados'}
      rightSection={lookUp.isLoading ? <Loader size="1rem" /> : undefined}
    />
  )
}

interface Choice {
  value: string
  label: string
}

function useChoices(resource: string, typed: string, enabled: boolean) {
  const descriptor = useResource(resource)
  const [search] = useDebouncedValue(typed.trim(), searchDelay)
  const title = descriptor?.title ?? ''
  const sort = descriptor?.sort ?? title
  const allRows = useQuery({
    ...listQuery(resource, { limit: maxLocalChoices, sort }),
    enabled: enabled && descriptor !== undefined,
  })
  const isSmall = allRows.data !== undefined && allRows.data.meta.total <= maxLocalChoices
  const searched = useQuery({
    ...listQuery(resource, { limit: maxLocalChoices, sort, search }),
    enabled: enabled && allRows.data !== undefined && !isSmall && search !== '',
  })
  const current = isSmall || search === '' ? allRows : searched
  const choices = (current.data?.data ?? []).filter(isActive).map((record) => choiceOf(record, title))
  return { choices: isSmall ? matching(choices, typed) : choices, isLoading: enabled && current.isPending }
}

/** Inactive entries are not offered. */
function isActive(record: StoredRecord): boolean {
  return record.active !== false
}

function choiceOf(record: StoredRecord, title: string): Choice {
  return { value: record._id, label: plainText(record[title]) || record._id }
}

function matching(choices: Choice[], typed: string): Choice[] {
  return choices.filter(({ label }) => matchesSearch(label, typed))
}

/** Keeps the chosen option in the list, so that the box shows its label while the search finds others. */
function withChosen(choices: Choice[], chosen: Choice | null): Choice[] {
  if (!chosen || choices.some(({ value }) => value === chosen.value)) return choices
  return [...choices, chosen]
}
