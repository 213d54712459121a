import type { RecordProps } from '../../resource/loaded-record.tsx'
import { useAttachFiles } from '../../resource/files/attach-files.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'

/** Files of the member: the signed form, consents, documents of changes of state. */
export function MemberFiles({ record }: RecordProps<'members'>) {
  const attach = useAttachFiles({ of: { memberId: record._id }, kind: 'signedForm' })
  return (
    <>
      <RecordCollection
        resource="recordFiles"
        parent={{ resource: 'members', id: record._id }}
        purpose="Ficha assinada, consentimentos e outros papéis, em PDF ou fotografia. Os documentos das mudanças de estado também ficam aqui."
        emptyTitle="Ainda não há ficheiros"
        action={attach.button}
      />
      {attach.dialog}
    </>
  )
}
