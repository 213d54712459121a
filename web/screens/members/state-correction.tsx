import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { CorrectionTail } from './correction-tail.tsx'

interface StateCorrectionProps {
  memberId: string
  /** The state to correct; without it, a past one that is missing. */
  row: ResourceRecord<'memberStates'> | undefined
  onClose: () => void
}

/** Fields that the page of the member shows, or that the row before and after it decide. */
const omitted = [
  'memberId',
  'endDate',
  'marksEnd',
  'memberNumber',
  'categoryId',
  'kind',
  'gender',
  'birthDate',
  'createdByName',
]
/** Without a document, the input of a new one says so. */
const omittedWithoutDocument = [...omitted, 'documentUrl']

/** Form of a state in a member's history, with a preview of the correction. */
export function StateCorrection({ memberId, row, onClose }: StateCorrectionProps) {
  return (
    <RecordDialog
      resource="memberStates"
      record={row}
      parent={{ resource: 'members', id: memberId }}
      omit={row?.documentUrl ? omitted : omittedWithoutDocument}
      onClose={onClose}
      tail={(form) => (
        <CorrectionTail
          resource="memberStates"
          path="member_states/preview"
          memberId={memberId}
          form={form}
          row={row}
          needed={['stateNameId', 'startDate']}
          reason="correction"
          onRemoved={onClose}
        />
      )}
    />
  )
}
