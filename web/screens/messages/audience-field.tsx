import { useMemo } from 'react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useTerminology } from '../../api/queries.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { useStatePresets } from '../member-parts/index.ts'
import { AudienceBox, ChosenOnes, AudienceSearch } from './audience-box.tsx'
import type { Audience } from './audience.ts'

interface AudienceFieldProps {
  form: FormControls
  defaultAudience: Audience
}

/** Chooses the recipients: members chosen in a list, or the results of a search. */
export function AudienceField({ form, defaultAudience }: AudienceFieldProps) {
  const audience = form.values.audience as Audience
  const { memberSingular, memberPlural } = useTerminology()
  return (
    <AudienceBox error={form.errorOf('audience')}>
      {'ids' in audience ? (
        <ChosenOnes onChange={() => form.set('audience', defaultAudience)}>
          {counted(audience.ids.length, memberSingular, memberPlural)}
        </ChosenOnes>
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
      { field: 'currentStateId', presets: states && [states.current, states.ended] },
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
      placeholder="Nome, número, NIF, email…"
      query={query}
      onChange={onChange}
    />
  )
}
