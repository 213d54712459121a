import { useState } from 'react'
import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { matchesSearch } from '@agremia/resources/rules/fold.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { StoredRecord } from '../api/client.ts'
import { listQuery, useResource } from '../api/queries.ts'
import { Choice, type ChoiceOption } from '../ui/choice.tsx'
import { useSearchText } from '../ui/search-text.ts'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame, isRequired } from './field-frame.tsx'
import { baseOf, plainText, referenceText } from './texts.ts'
import classes from './fields.module.css'

/** Up to this many rows, all choices are loaded and filtered in the browser; above it, the server searches. */
const maxLocalChoices = 50

export default function ReferenceInput(props: FieldInputProps) {
  const { field, value, record, onChange, onBlur } = props
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const label = referenceText(value, field, record)
  // A text is still searched for after the field was left.
  const lookUp = useChoices(field.reference ?? '', typed, (opened || typed !== '') && !props.readOnly)
  const chosen = typeof value === 'string' && isId(value) ? { value, label } : null

  return (
    <Choice
      {...fieldFrame(props)}
      search={{ onType: setTyped, isCurrent: !lookUp.isLoading, searchNow: lookUp.searchNow }}
      data={typed === '' ? withChosen(lookUp.choices, chosen) : lookUp.choices}
      value={typeof value === 'string' ? value : null}
      onChange={(next, option) => onChange(next, { [`${baseOf(field)}Label`]: option?.label ?? null })}
      onUnknown={(text) => onChange(text, { [`${baseOf(field)}Label`]: null })}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onBlur={onBlur}
      clearable={!isRequired(field) && !props.readOnly}
      clearButtonProps={{ 'aria-label': `Limpar ${field.label}`, className: classes.clear }}
      className={classes.select}
      nothingFoundMessage={lookUp.isLoading ? 'A pesquisar…' : 'Sem resultados'}
      rightSection={lookUp.isLoading ? <Loader size="1rem" /> : undefined}
    />
  )
}

function useChoices(resource: string, typed: string, enabled: boolean) {
  const descriptor = useResource(resource)
  const { asked, current, searchNow } = useSearchText(typed)
  const title = descriptor?.title ?? ''
  const sort = descriptor?.sort ?? title
  const allRows = useQuery({
    ...listQuery(resource, { limit: maxLocalChoices, sort }),
    enabled: enabled && descriptor !== undefined,
  })
  const isSmall = allRows.data !== undefined && allRows.data.meta.total <= maxLocalChoices
  const searched = useQuery({
    ...listQuery(resource, { limit: maxLocalChoices, sort, search: asked }),
    enabled: enabled && allRows.data !== undefined && !isSmall && asked !== '',
  })
  const rows = isSmall || typed.trim() === '' ? allRows.data : current(searched.data)
  const choices = (rows?.data ?? []).filter(isActive).map((record) => choiceOf(record, title))
  return {
    choices: isSmall ? choices.filter((one) => matchesSearch(one.label, typed)) : choices,
    isLoading: enabled && rows === undefined && !searched.isError && !allRows.isError,
    searchNow,
  }
}

/** Inactive entries are not offered. */
function isActive(record: StoredRecord): boolean {
  return record.active !== false
}

function choiceOf(record: StoredRecord, title: string): ChoiceOption {
  return { value: record._id, label: plainText(record[title]) || record._id }
}

/** Keeps the chosen option in the list, so that the box shows its label while the search finds others. */
function withChosen(choices: ChoiceOption[], chosen: ChoiceOption | null): ChoiceOption[] {
  if (!chosen || choices.some(({ value }) => value === chosen.value)) return choices
  return [...choices, chosen]
}
