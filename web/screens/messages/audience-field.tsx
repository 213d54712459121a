import { useMemo } from 'react'
import { Input, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useFields, useTerminology } from '../../api/queries.ts'
import { ListFilters } from '../../resource/list/list-filters.tsx'
import type { FormControls } from '../../resource/record-form.tsx'
import { useStatePresets } from '../members/member-states.ts'
import { queryOf, searchOf, type Audience } from './audience.ts'
import classes from './audience-field.module.css'

interface AudienceFieldProps {
  form: FormControls
  everybody: Audience
}

/** Who the message is for: those that were chosen in a list, or those that a search finds. */
export function AudienceField({ form, everybody }: AudienceFieldProps) {
  const audience = form.values.audience as Audience
  const error = form.errorOf('audience')
  return (
    <Input.Wrapper label="Destinatários" labelElement="div" error={error}>
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        {'ids' in audience ? (
          <ChosenPeople count={audience.ids.length} onChange={() => form.set('audience', everybody)} />
        ) : (
          <SearchedPeople query={audience.query} onChange={(query) => form.set('audience', { query })} />
        )}
      </div>
    </Input.Wrapper>
  )
}

function ChosenPeople({ count, onChange }: { count: number; onChange: () => void }) {
  const { memberSingular, memberPlural } = useTerminology()
  return (
    <div className={classes.chosen}>
      <IconUsers size="1.25rem" stroke={1.5} aria-hidden />
      <strong>{counted(count, memberSingular, memberPlural)}</strong>
      <UnstyledButton className={classes.other} onClick={onChange}>
        Escolher de outra forma
      </UnstyledButton>
    </div>
  )
}

interface SearchedPeopleProps {
  query: Record<string, string[]>
  onChange: (query: Record<string, string[]>) => void
}

/** The same search and filters as in the list of members. */
function SearchedPeople({ query, onChange }: SearchedPeopleProps) {
  const fields = useFields('members')
  const states = useStatePresets()
  const { memberPlural } = useTerminology()
  const { search, filters } = searchOf(query)
  const setups = useMemo(
    () => [
      { field: 'currentStateId', presets: states && [states.current, states.ended] },
      { field: 'categoryId' },
      { field: 'admissionDate', label: 'Admissão' },
    ],
    [states],
  )
  if (!fields) return null
  return (
    <>
      <TextInput
        className={classes.search}
        type="search"
        aria-label={`Pesquisar ${memberPlural}`}
        placeholder="Nome, número, NIF, email…"
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
