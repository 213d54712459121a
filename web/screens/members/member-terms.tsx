import { Stack } from '@mantine/core'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { RecordProps } from '../../resource/loaded-record.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { CorrectionTail } from './correction-tail.tsx'

interface HistoryProps {
  resource: 'memberExemptions' | 'memberQuotaTerms'
  memberId: string
  purpose: string
  /** The fields that a new row needs before its preview. */
  needed: readonly string[]
}

/** The history of what decides a member's quotas: entered and corrected with a past or a future day. */
export function MemberTerms({ record }: RecordProps<'members'>) {
  return (
    <Stack gap="xl">
      <History
        resource="memberQuotaTerms"
        memberId={record._id}
        purpose="Cada período é cobrado pelo que estava em vigor no seu primeiro dia."
        needed={['startDate', 'categoryId']}
      />
      <section>
        <h2>Isenções</h2>
        <History
          resource="memberExemptions"
          memberId={record._id}
          purpose="Não se cobram os períodos que começam nestes dias."
          needed={['endDate']}
        />
      </section>
    </Stack>
  )
}

function History({ resource, memberId, purpose, needed }: HistoryProps) {
  return (
    <RecordCollection
      resource={resource}
      parent={{ resource: 'members', id: memberId }}
      omit={['memberId']}
      purpose={purpose}
      tail={(form, row, close) => (
        <CorrectionTail
          resource={resource}
          path={`${resourcePath(resource)}/preview`}
          memberId={memberId}
          form={form}
          row={row}
          needed={needed}
          reason="reason"
          onRemoved={close}
        />
      )}
    />
  )
}
