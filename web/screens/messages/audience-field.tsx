import { useMemo } from 'react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useTerminology } from '../../api/queries.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { useStatePresets } from '../member-parts/index.ts'
import { AudienceBox, ChosenOnes, SearchedOnes } from './audience-box.tsx'
import type { Audience } from './audience.ts'

interface AudienceFieldProps {
  form: FormControls
  everybody: Audience
}

/** Who the message is for: those that were chosen in a list, or those that a search finds. */
export function AudienceField({ form, everybody }: AudienceFieldProps) {
  const audience = form.values.audience as Audience
  const { memberSingular, memberPlural } = useTerminology()
  return (
    <AudienceBox error={form.errorOf('audience')}>
      {'ids' in audience ? (
        <ChosenOnes onChange={() => form.set('audience', everybody)}>
          {counted(audience.ids.length, memberSingular, memberPlural)}
        </ChosenOnes>
      ) : (
        <SearchedPeople query={audience.query} onChange={(query) => form.set('audience', { query })} />
      )}
    </AudienceBox>
  )
}

interface SearchedPeopleProps {
  query: Record<string, string[]>
  onChange: (query: Record<string, string[]>) => void
}

function SearchedPeople({ query, onChange }: SearchedPeopleProps) {
  const states = useStatePresets()
  const { memberPlural } = useTerminology()
  const setups = useMemo(
    () => [
      { field: 'currentStateId', presets: states && [states.current, states.ended] },
      { field: 'categoryId' },
      { field: 'admissionDate', label: 'Admissão' },
    ],
    [states],
  )
  return (
    <SearchedOnes
      resource="members"
      setups={setups}
      label={`Pesquisar ${memberPlural}`}
      placeholder="Nome, número, NIF, email…"
      query={query}
      onChange={onChange}
    />
  )
}
