import { Stack } from '@mantine/core'
import type { RecordProps } from '../../resource/loaded-record.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { CorrectionTail } from './correction-tail.tsx'

/** The history of what decides a member's quotas: entered and corrected with a past or a future day. */
export function MemberTerms({ record }: RecordProps<'members'>) {
  const ofMember = { parent: { resource: 'members', id: record._id }, omit: ['memberId'] } as const
  return (
    <Stack gap="xl">
      <RecordCollection
        resource="memberQuotaTerms"
        {...ofMember}
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
      <section>
        <h2>Isenções</h2>
        <RecordCollection
          resource="memberExemptions"
          {...ofMember}
          purpose="Não se cobram os períodos que começam nestes dias."
          tail={(form, row, close) => (
            <CorrectionTail
              resource="memberExemptions"
              path="member_exemptions/preview"
              memberId={record._id}
              form={form}
              row={row}
              needed={['endDate']}
              reason="reason"
              isRemovable
              onRemoved={close}
            />
          )}
        />
      </section>
    </Stack>
  )
}
