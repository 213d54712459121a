import { useState } from 'react'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { useResource } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { ActionDialog, type ActionDialogParts } from './action-dialog.tsx'
import { initialOf, manyQuestionOf } from './action-words.ts'
import { BulkTaskDialog } from './bulk-task.tsx'
import type { ChosenRecords } from './selection-bar.tsx'
import { startBulkAction } from './start-bulk-action.ts'

interface BulkActionDialogProps extends ActionDialogParts {
  resource: string
  action: ActionDescriptor
  chosen: ChosenRecords
  /** Where they differ from what the action declares. */
  title?: string
  intro?: string
  initial?: Values
  onClose: () => void
}

/** Runs an action on many records: first the question and the fields, then the progress and the result of each record. */
export default function BulkActionDialog(props: BulkActionDialogProps) {
  const { resource, action, chosen, onClose, ...parts } = props
  const descriptor = useResource(resource)
  const [taskId, setTaskId] = useState<string>()
  if (!descriptor) return null
  const question = manyQuestionOf(action, descriptor, chosen.count)
  const { title = question.title, intro = question.text } = props
  if (taskId !== undefined) {
    return (
      <BulkTaskDialog
        id={taskId}
        title={title}
        onClose={() => {
          chosen.clear()
          onClose()
        }}
      />
    )
  }
  return (
    <ActionDialog
      {...parts}
      title={title}
      action={action}
      intro={intro}
      initial={{ ...initialOf(action), ...props.initial }}
      omit={[...((action.many || {}).without ?? []), ...(props.omit ?? [])]}
      onClose={onClose}
      onRun={async (input) =>
        setTaskId(await startBulkAction({ title, resource, action: action.name, input }, chosen))
      }
    />
  )
}
