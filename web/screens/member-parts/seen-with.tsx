import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import type { Values } from '../../fields/index.ts'

interface SeenWithProps {
  id: string
  /** `memberId` with its label. */
  reader: Values
  onChange: (reader: Values) => void
}

/** Chooses the member whose data a preview shows; empty for an invented person. */
export function PreviewMemberField({ id, reader, onChange }: SeenWithProps) {
  const terminology = useTerminology()
  const field: FieldDescriptor = {
    name: 'memberId',
    type: 'reference',
    inputType: 'reference',
    reference: 'members',
    validation: [],
    label: fillTerms('Ver com os dados {do} {memberSingular}', terminology),
    group: '',
    help: 'Vazio: os de uma pessoa inventada.',
  }
  return (
    <FieldInput
      id={id}
      field={field}
      value={reader.memberId}
      record={reader}
      onChange={(memberId, companions) => onChange({ ...companions, memberId })}
    />
  )
}
