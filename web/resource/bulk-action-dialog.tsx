import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { api, isTimedOut } from '../api/client.ts'
import { keys, useResource } from '../api/queries.ts'
import type { Values } from '../fields/index.ts'
import { ActionDialog, runAction } from './action-dialog.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import type { ChosenRecords } from './record-list.tsx'

export interface BulkActionDialogProps {
  resource: string
  action: string
  title: string
  intro: string
  initial?: Values
  /** Fields that only make sense for one record. */
  omit?: readonly string[]
  chosen: ChosenRecords
  /** Other lists that change with it. */
  alsoChanges?: readonly string[]
  onClose: () => void
}

/** Does an action on many records: first says what it will do, then how it went with each. */
export default function BulkActionDialog(props: BulkActionDialogProps) {
  const { resource, action: name, title, chosen, alsoChanges = [], onClose } = props
  const descriptor = useResource(resource)
  const action = descriptor?.actions.find((each) => each.name === name)
  const [input, setInput] = useState<Values>()
  const client = useQueryClient()
  if (!action) return null

  function finish() {
    for (const list of [resource, ...alsoChanges])
      void client.invalidateQueries({ queryKey: keys.lists(list) })
    chosen.clear()
    onClose()
  }

  if (input) {
    return (
      <BulkProgress
        title={title}
        ids={chosen.ids}
        each={(id) => runAction(resource, id, name, input)}
        nameOf={(id) => nameOf(resource, id, descriptor?.title ?? 'name')}
        onClose={finish}
      />
    )
  }
  return (
    <ActionDialog
      title={title}
      action={action}
      intro={props.intro}
      initial={props.initial}
      omit={props.omit}
      onClose={onClose}
      onRun={async (given) => setInput(given)}
    />
  )
}

async function nameOf(resource: string, id: string, title: string): Promise<string> {
  const record = await api.read(resource, id)
  return record === null || isTimedOut(record) ? id : String(record[title])
}
