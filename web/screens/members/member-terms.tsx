import { Button, Stack } from '@mantine/core'
import type { StoredRecord } from '../../api/client.ts'
import { useActions } from '../../resource/actions/use-actions.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import type { FormControls } from '../../resource/record-form.tsx'
import { ChangedCharges } from './changed-charges.tsx'

/** The history of what decides a member's quotas: entered and corrected with a past or a future day. */
export function MemberTerms({ record }: { record: StoredRecord }) {
  return (
    <RecordCollection
      resource="memberQuotaTerms"
      parent={{ resource: 'members', id: record._id }}
      omit={['memberId']}
      purpose="Cada período é cobrado pelo que estava em vigor no seu primeiro dia."
      tail={(form, row, close) => <TermsTail form={form} row={row} memberId={record._id} onRemoved={close} />}
    />
  )
}

interface TermsTailProps {
  form: FormControls
  row: StoredRecord | undefined
  memberId: string
  onRemoved: () => void
}

/** The charges that a row makes different, and the button that removes it. */
function TermsTail({ form, row, memberId, onRemoved }: TermsTailProps) {
  const changed = form.changes.filter((name) => !['reason', 'charges'].includes(name))
  const body = Object.fromEntries(changed.map((name) => [name, form.values[name]]))
  const { startDate, categoryId } = form.values
  const isComplete = row !== undefined || (Boolean(startDate) && Boolean(categoryId))
  return (
    <Stack gap="md">
      <ChangedCharges
        path="member_quota_terms/preview"
        body={
          changed.length > 0 && isComplete ? { ...body, memberId, ...(row && { _id: row._id }) } : undefined
        }
        value={form.values['charges']}
        onChange={(charges) => form.set('charges', charges)}
      />
      {row && row['startDate'] !== null && <RemoveButton row={row} onRemoved={onRemoved} />}
    </Stack>
  )
}

function RemoveButton({ row, onRemoved }: { row: StoredRecord; onRemoved: () => void }) {
  const { find, dialog } = useActions('memberQuotaTerms', row, {
    remove: {
      tail: () => <ChangedCharges path="member_quota_terms/preview" body={{ _id: row._id, removed: true }} />,
      after: onRemoved,
    },
  })
  const remove = find('remove')
  if (!remove) return null
  return (
    <>
      <Button variant="subtle" color="red" mr="auto" loading={remove.isBusy} onClick={remove.run}>
        {remove.label}
      </Button>
      {dialog}
    </>
  )
}
