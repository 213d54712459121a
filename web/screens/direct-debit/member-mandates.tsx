import { RecordCollection } from '../../resource/record-collection.tsx'

/** The authorisations of direct debit of a member. */
export function MemberMandates({ memberId }: { memberId: string }) {
  return (
    <RecordCollection
      resource="mandates"
      parent={{ resource: 'members', id: memberId }}
      initial={{ memberId }}
      omit={omitted}
      purpose="Com uma autorização assinada, cobra-se por débito direto. Crie-a, imprima-a para assinar, e indique depois o dia da assinatura."
    />
  )
}

const omitted = ['memberId', 'memberNumber', 'personId'] as const
