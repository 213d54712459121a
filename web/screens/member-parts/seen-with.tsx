import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { faceOf, type Values } from '../../fields/index.ts'

interface SeenWithProps {
  id: string
  /** `memberId`, with its name beside it. */
  reader: Values
  onChange: (reader: Values) => void
}

/** Whose data stand in what is being written or drawn: a member's, or those of nobody in particular. */
export function SeenWith({ id, reader, onChange }: SeenWithProps) {
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
  const { Input } = faceOf(field)
  return (
    <Input
      id={id}
      field={field}
      value={reader.memberId}
      record={reader}
      onChange={(memberId, companions) => onChange({ ...companions, memberId })}
    />
  )
}
