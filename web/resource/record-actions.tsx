import { type ReactNode, useState } from 'react'
import { Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { allows } from '@agremia/resources/access.ts'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { cacheRecord } from '../api/queries.ts'
import type { Values } from '../fields/index.ts'
import { recordName } from '../fields/record-name.ts'
import { ActionMenu, type MenuAction } from '../ui/action-menu.tsx'
import { confirmDialog } from '../ui/confirm-dialog.tsx'
import { PageAction } from '../ui/page-action.tsx'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toasts.tsx'
import { ActionDialog, runAction } from './action-dialog.tsx'
import { useRecordAddress, type DescribedRecord } from './loaded-record.tsx'
import { useDeletion, type Instead } from './deletions.tsx'
import { toastError } from './toast-error.ts'

interface RecordActionsProps extends DescribedRecord {
  /** Main action of the page; default: the first action of the definition. */
  main?: ReactNode
}

/** Actions that are possible in the record's state: the first as a button, the others in a menu. */
export function RecordActions({ record, descriptor, fields, main }: RecordActionsProps) {
  const [openAction, setOpenAction] = useState<ActionDescriptor>()
  const run = useRunAction({ record, descriptor })
  const deletion = useDeleteAction({ record, descriptor })
  const possible = descriptor.actions.filter(({ when = true }) => allows(when, record))
  const [first, others] = main === undefined ? [possible[0], possible.slice(1)] : [undefined, possible]
  const start = async (action: ActionDescriptor) => {
    if (action.fields) return setOpenAction(action)
    const { label, isDestructive } = action
    const question = {
      title: `${label}?`,
      message: recordName(descriptor, fields, record),
      confirmLabel: label,
      kind: 'delete',
    } as const
    if (!isDestructive || (await confirmDialog(question))) await run(action)
  }
  return (
    <Group gap="0.625rem">
      <ActionMenu
        actions={[
          ...others.map((action) => ({
            label: action.label,
            isDestructive: action.isDestructive ?? false,
            run: () => void start(action),
          })),
          ...deletion,
        ]}
      />
      {main}
      {first && <PageAction label={first.label} icon={null} onClick={() => void start(first)} />}
      {openAction && (
        <ActionDialog
          title={openAction.label}
          action={openAction}
          recordFields={fields}
          onRun={async (input) => {
            await run(openAction, input)
            setOpenAction(undefined)
          }}
          onClose={() => setOpenAction(undefined)}
        />
      )}
    </Group>
  )
}

export type ActionTarget = Pick<DescribedRecord, 'record' | 'descriptor'>

/**
 * Runs an action and updates the cached record. Without input, a refusal is shown in a toast; with input it is
 * thrown.
 */
function useRunAction({ record, descriptor }: ActionTarget) {
  const client = useQueryClient()
  return async (action: Pick<ActionDescriptor, 'name' | 'done'>, input?: Values): Promise<void> => {
    try {
      const changed = await runAction(descriptor.name, record._id, action.name, input ?? {})
      if (!changed) return
      cacheRecord(client, descriptor.name, changed)
      if (action.done !== undefined) toast(action.done)
    } catch (error) {
      if (input) throw error
      toastError(error)
    }
  }
}

interface DeletionWords {
  label?: string
  instead?: Instead | undefined
}

/** Menu entry that deletes the record and opens its list; empty when the person may not delete it. */
export function useDeleteAction(
  { record, descriptor }: ActionTarget,
  { label = 'Eliminar', instead }: DeletionWords = {},
): MenuAction[] {
  const remove = useDeletion(descriptor, { instead })
  const navigate = useNavigate()
  const { listPath } = useRecordAddress()
  if (!allows(descriptor.may.delete, record)) return []
  return [
    {
      label,
      icon: <IconTrash size="1.125rem" stroke={1.5} />,
      isDestructive: true,
      run: () => void remove(record).then((gone) => gone && navigate(listPath)),
    },
  ]
}
