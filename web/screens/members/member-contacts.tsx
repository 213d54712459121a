import type { RecordProps } from '../../resource/loaded-record.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'

/** Contacts of the person in addition to those of the record. */
export function MemberContacts({ record }: RecordProps<'members'>) {
  if (typeof record.personId !== 'string') return null
  return (
    <RecordCollection
      resource="contacts"
      parent={{ resource: 'people', id: record.personId }}
      omit={['personId']}
      purpose="Mais formas de contacto, além do telemóvel, do telefone, do email e da morada que estão na ficha."
      emptyTitle="Ainda não há outros contactos"
    />
  )
}
