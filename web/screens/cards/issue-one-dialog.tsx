import type { StoredRecord } from '../../api/client.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'

interface IssueOneDialogProps {
  /** The member, where it is known whose card it is. */
  member?: StoredRecord
  onClose: () => void
  onIssued?: (id: string) => void
}

/** A card for one member. What is not said follows from the settings. */
export default function IssueOneDialog({ member, onClose, onIssued }: IssueOneDialogProps) {
  return (
    <RecordDialog
      resource="membershipCards"
      title="Emitir cartão"
      saveLabel="Emitir"
      {...(member && { parent: { resource: 'members', id: member._id } })}
      omit={member ? [...filled, 'memberId'] : filled}
      onClose={onClose}
      onSaved={({ _id }) => onIssued?.(_id)}
    />
  )
}

/** What the program fills in. */
const filled = [
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
