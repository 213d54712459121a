import type { ReactNode } from 'react'
import { Input, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useFields } from '../../api/queries.ts'
import type { FilterSetup } from '../../resource/record-list.tsx'
import { ListFilters } from '../../resource/list/list-filters.tsx'
import { queryOf, searchOf } from './audience.ts'
import classes from './audience-field.module.css'

interface AudienceBoxProps {
  label?: string
  error: string | undefined
  children: ReactNode
}

/** The frame of a field that chooses people for a message or another bulk operation. */
export function AudienceBox({ label = 'Destinatários', error, children }: AudienceBoxProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        {children}
      </div>
    </Input.Wrapper>
  )
}

interface ChosenOnesProps {
  children: ReactNode
  /** Label of the button that discards the choice. */
  other?: string
  onChange: () => void
}

/** Shows a choice made in a list, with a button to discard it. */
export function ChosenOnes({ children, other = 'Escolher de outra forma', onChange }: ChosenOnesProps) {
  return (
    <div className={classes.chosen}>
      <IconUsers size="1.25rem" stroke={1.5} aria-hidden />
      <strong>{children}</strong>
      <UnstyledButton className={classes.other} onClick={onChange}>
        {other}
      </UnstyledButton>
    </div>
  )
}

interface AudienceSearchProps {
  /** The resource whose list is searched. */
  resource: string
  setups: readonly FilterSetup[]
  label: string
  placeholder: string
  query: Record<string, string[]>
  onChange: (query: Record<string, string[]>) => void
}

/** The search field and filters of the resource's list. */
export function AudienceSearch({
  resource,
  setups,
  label,
  placeholder,
  query,
  onChange,
}: AudienceSearchProps) {
  const fields = useFields(resource)
  const { search, filters } = searchOf(query)
  if (!fields) return null
  return (
    <>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        leftSection={<IconSearch size="1.125rem" stroke={1.5} aria-hidden />}
        value={search}
        onChange={(event) => onChange(queryOf({ search: event.currentTarget.value, filters }))}
      />
      <ListFilters
        fields={fields}
        setups={setups}
        filters={filters}
        onChange={(changed) => onChange(queryOf({ search, filters: changed }))}
      />
    </>
  )
}
