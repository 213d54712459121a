import { useState } from 'react'
import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { holdsWords } from '@agremia/resources/rules/fold.ts'
import type { StoredRecord } from '../api/client.ts'
import { listQuery, useResource } from '../api/queries.ts'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame, isRequired } from './field-frame.tsx'
import { baseOf, plainText, referenceText } from './texts.ts'
import classes from './fields.module.css'

/** Look-ups of no more rows than this come whole and are filtered here. */
const smallLookUp = 50
const searchDelay = 250

export default function ReferenceInput(props: FieldInputProps) {
  const { field, value, record, onChange, onBlur } = props
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const label = referenceText(value, field, record)
  const found = useChoices(field.reference ?? '', typed === label ? '' : typed, opened && !props.readOnly)
  const chosen = typeof value === 'string' ? { value, label } : null

  return (
    <Select
      {...fieldFrame(props)}
      searchable
      data={withChosen(found.choices, chosen)}
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
      nothingFoundMessage={found.isLoading ? 'A pesquisar…' : 'Sem resultados'}
      rightSection={found.isLoading ? <Loader size="1rem" /> : undefined}
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
  const whole = useQuery({
    ...listQuery(resource, { limit: smallLookUp, sort }),
    enabled: enabled && descriptor !== undefined,
  })
  const isSmall = whole.data !== undefined && whole.data.meta.total <= smallLookUp
  const searched = useQuery({
    ...listQuery(resource, { limit: smallLookUp, sort, search }),
    enabled: enabled && whole.data !== undefined && !isSmall && search !== '',
  })
  const asked = isSmall || search === '' ? whole : searched
  const choices = (asked.data?.data ?? []).filter(isOffered).map((record) => choiceOf(record, title))
  return { choices: isSmall ? matching(choices, typed) : choices, isLoading: enabled && asked.isPending }
}

/** Entries that the organisation no longer uses are not offered. */
function isOffered(record: StoredRecord): boolean {
  return record.active !== false
}

function choiceOf(record: StoredRecord, title: string): Choice {
  return { value: record._id, label: plainText(record[title]) || record._id }
}

function matching(choices: Choice[], typed: string): Choice[] {
  return choices.filter(({ label }) => holdsWords(label, typed))
}

/** What is chosen keeps its name in the box even while the search finds others. */
function withChosen(choices: Choice[], chosen: Choice | null): Choice[] {
  if (!chosen || choices.some(({ value }) => value === chosen.value)) return choices
  return [...choices, chosen]
}
