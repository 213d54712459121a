import { type ReactNode, useMemo } from 'react'
import { Input, UnstyledButton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useFields, useTerminology } from '../../api/queries.ts'
import { SearchField } from '../../ui/search-field.tsx'
import type { FormControls } from '../../resource/record-form.tsx'
import { searchHint, useStatePresets } from '../member-parts/index.ts'
import { type Audience, queryOf, searchOf } from './audience.ts'
import type { FilterSetup } from '../../resource/record-list.tsx'
import { ListFilters } from '../../resource/list/list-filters.tsx'
import classes from './audience-field.module.css'

interface AudienceFieldProps {
  form: FormControls<'messageBatches'>
  defaultAudience: Audience
}

/** Chooses the recipients: members chosen in a list, or the results of a search. */
export function AudienceField({ form, defaultAudience }: AudienceFieldProps) {
  const audience = form.values.audience as Audience
  const { memberSingular, memberPlural } = useTerminology()
  return (
    <AudienceBox error={form.errorOf('audience')}>
      {'ids' in audience ? (
        <ChosenAudience onChange={() => form.set('audience', defaultAudience)}>
          {counted(audience.ids.length, memberSingular, memberPlural)}
        </ChosenAudience>
      ) : (
        <MemberAudienceSearch query={audience.query} onChange={(query) => form.set('audience', { query })} />
      )}
    </AudienceBox>
  )
}

interface MemberAudienceSearchProps {
  query: Record<string, string[]>
  onChange: (query: Record<string, string[]>) => void
}

function MemberAudienceSearch({ query, onChange }: MemberAudienceSearchProps) {
  const states = useStatePresets()
  const { memberPlural } = useTerminology()
  const setups = useMemo(
    () => [
      { field: 'currentStateId', presets: states && [states.current, ...states.former] },
      { field: 'categoryId' },
      { field: 'admissionDate', label: 'Admissão' },
    ],
    [states],
  )
  return (
    <AudienceSearch
      resource="members"
      setups={setups}
      label={`Pesquisar ${memberPlural}`}
      placeholder={searchHint(useFields('members'))}
      query={query}
      onChange={onChange}
    />
  )
}

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
export function ChosenAudience({ children, other = 'Escolher de outra forma', onChange }: ChosenOnesProps) {
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
      <SearchField
        className={classes.search}
        label={label}
        placeholder={placeholder}
        value={search}
        onChange={(text) => onChange(queryOf({ search: text, filters }))}
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
