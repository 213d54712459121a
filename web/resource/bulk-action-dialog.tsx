import { useState, type ReactNode } from 'react'
import { useResource } from '../api/queries.ts'
import type { Values } from '../fields/index.ts'
import { ActionDialog } from './action-dialog.tsx'
import { BulkTaskDialog } from './bulk-task.tsx'
import type { ChosenRecords } from './record-list.tsx'
import { startBulkAction } from './start-bulk-action.ts'

interface BulkActionDialogProps {
  resource: string
  action: string
  title: string
  intro: string
  /** No record would change. */
  changesNothing?: boolean | undefined
  initial?: Values
  /** Fields that only apply to one record. */
  omit?: readonly string[]
  chosen: ChosenRecords
  /** Content after the fields. */
  tail?: (values: Values) => ReactNode
  /** Other resources whose lists change too. */
  alsoChanges?: readonly string[]
  onClose: () => void
}

/** Runs an action on many records: first the fields, then the progress and the result of each record. */
export default function BulkActionDialog(props: BulkActionDialogProps) {
  const { resource, action: name, title, chosen, alsoChanges = [], onClose } = props
  const descriptor = useResource(resource)
  const action = descriptor?.actions.find((each) => each.name === name)
  const [taskId, setTaskId] = useState<string>()
  if (!action) return null

  if (taskId !== undefined) {
    return (
      <BulkTaskDialog
        id={taskId}
        title={title}
        changes={[resource, ...alsoChanges]}
        onClose={() => {
          chosen.clear()
          onClose()
        }}
      />
    )
  }
  return (
    <ActionDialog
      title={title}
      action={action}
      intro={props.intro}
      changesNothing={props.changesNothing}
      initial={props.initial}
      omit={props.omit}
      tail={props.tail}
      onClose={onClose}
      onRun={async (input) =>
        setTaskId(await startBulkAction({ title, resource, action: name, input }, chosen))
      }
    />
  )
}
