import type { RecordProps } from '../../resource/loaded-record.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { CorrectionTail } from './correction-tail.tsx'

/** The history of what decides a member's quotas: entered and corrected with a past or a future day. */
export function MemberTerms({ record }: RecordProps<'members'>) {
  return (
    <RecordCollection
      resource="memberQuotaTerms"
      parent={{ resource: 'members', id: record._id }}
      omit={['memberId']}
      purpose="Cada período é cobrado pelo que estava em vigor no seu primeiro dia."
      tail={(form, row, close) => (
        <CorrectionTail
          resource="memberQuotaTerms"
          path="member_quota_terms/preview"
          memberId={record._id}
          form={form}
          row={row}
          needed={['startDate', 'categoryId']}
          reason="reason"
          isRemovable={row?.startDate !== null}
          onRemoved={close}
        />
      )}
    />
  )
}
