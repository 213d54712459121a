import type { RecordFor, StoredRecord } from '../../api/client.ts'
import { createPortal } from 'react-dom'
import { Button, Stack } from '@mantine/core'
import { useActions } from '../../resource/actions/use-actions.tsx'
import type { FormControls } from '../../resource/record-form.tsx'
import { correctionLines } from './change-effects.tsx'
import { ChangedCharges } from '../../resource/form/changed-charges.tsx'

type Corrected = 'memberExemptions' | 'memberQuotaTerms' | 'memberStates'

interface CorrectionTailProps<Name extends Corrected> {
  resource: Name
  /** Path of the preview. */
  path: string
  memberId: string
  form: FormControls
  row: RecordFor<Name> | undefined
  /** The fields that a new row needs before its preview. */
  needed: readonly string[]
  /** The reason of the correction, which changes no charge. */
  reason: string
  onRemoved: () => void
}

/** Preview of a correction of a member's history, and the button that removes the row. */
export function CorrectionTail<Name extends Corrected>(props: CorrectionTailProps<Name>) {
  const { form, row, resource, path, memberId, needed, reason, onRemoved } = props
  const changed = form.changes.filter((name) => ![reason, 'charges'].includes(name))
  const body = Object.fromEntries(changed.map((name) => [name, form.values[name]]))
  const isComplete = row !== undefined || needed.every((name) => Boolean(form.values[name]))
  return (
    <Stack gap="md">
      <ChangedCharges
        path={path}
        body={
          changed.length > 0 && isComplete ? { ...body, memberId, ...(row && { _id: row._id }) } : undefined
        }
        field={form.fields.charges}
        value={form.values.charges}
        onChange={(charges) => form.set('charges', charges)}
        linesOf={correctionLines}
      />
      {row && <RemoveButton resource={resource} path={path} row={row} onRemoved={onRemoved} />}
    </Stack>
  )
}

interface RemoveButtonProps {
  resource: string
  path: string
  row: StoredRecord
  onRemoved: () => void
}

function RemoveButton({ resource, path, row, onRemoved }: RemoveButtonProps) {
  const { find, dialog } = useActions(resource, row, {
    remove: {
      tail: ({ isRunning }) => (
        <ChangedCharges
          path={path}
          body={{ _id: row._id, removed: true }}
          linesOf={correctionLines}
          isPaused={isRunning}
        />
      ),
      after: onRemoved,
    },
  })
  const remove = find('remove')
  if (!remove) return null
  return (
    <>
      <Button variant="subtle" color="gray" mr="auto" loading={remove.isBusy} onClick={remove.run}>
        {remove.label}
      </Button>
      {/* A form within the form of the row is submitted by the browser, which loads the page again. */}
      {dialog && createPortal(dialog, document.body)}
    </>
  )
}
