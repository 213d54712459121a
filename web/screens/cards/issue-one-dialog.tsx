import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'

interface IssueOneDialogProps {
  /** If given, the dialog does not ask for the member. */
  member?: ResourceRecord<'members'>
  onClose: () => void
  onIssued?: (id: string) => void
}

/** Issues a card to one member. Empty fields follow the settings. */
export default function IssueOneDialog({ member, onClose, onIssued }: IssueOneDialogProps) {
  return (
    <RecordDialog
      resource="membershipCards"
      title="Emitir cartão"
      saveLabel="Emitir"
      {...(member && { parent: { resource: 'members', id: member._id } })}
      omit={member ? [...computedFields, 'memberId'] : computedFields}
      onClose={onClose}
      onSaved={({ _id }) => onIssued?.(_id)}
    />
  )
}

/** Fields that the server fills in. */
const computedFields = [
  'memberNumber',
  'personId',
  'categoryId',
  'currentStateId',
  'photoUrl',
  'cardNumber',
  'code',
  'issue',
  'status',
  'validFrom',
  'hasPhoto',
  'issuedAt',
  'printedAt',
  'printBatchId',
  'deliveredAt',
  'deliveryMethod',
  'replacedById',
  'revokedAt',
  'revokeReason',
  'feeChargeId',
  'lastVerifiedAt',
  'verifyCount',
]
