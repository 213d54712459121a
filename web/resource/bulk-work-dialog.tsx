import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { api, isTimedOut } from '../api/client.ts'
import { newKey } from '../api/idempotency.ts'
import { keys, useGender } from '../api/queries.ts'
import { runAction } from './action-dialog.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { forgetWork, keepOutcome, keepWork, nothingYet, type BegunWork, type BulkWork } from './bulk-work.ts'

interface BulkWorkDialogProps {
  work: BulkWork
  ids: () => Promise<readonly string[]>
  /** It was under way when the page went away. */
  begun?: BegunWork
  onClose: () => void
}

/** Does an action on many records and tells how it went; if the page goes away meanwhile, the next one can go on. */
export function BulkWorkDialog({ work, ids, begun, onClose }: BulkWorkDialogProps) {
  const { resource, action, input } = work
  const [key] = useState(() => begun?.key ?? newKey())
  const client = useQueryClient()

  function finish() {
    forgetWork()
    for (const list of [resource, ...work.alsoChanges])
      void client.invalidateQueries({ queryKey: keys.lists(list) })
    onClose()
  }

  return (
    <BulkProgress
      title={work.title}
      gender={useGender(resource)}
      ids={ids}
      each={(id) => runAction(resource, id, action, input, `${key}-${id}`)}
      nameOf={(id) => nameOf(work, id)}
      begun={begun?.outcome}
      onBegin={(known) => keepWork({ work, key, ids: known, outcome: begun?.outcome ?? nothingYet })}
      onStep={(outcome) => keepOutcome(key, outcome)}
      onClose={finish}
    />
  )
}

async function nameOf({ resource, namedBy }: BulkWork, id: string): Promise<string> {
  const record = await api.read(resource, id)
  if (record === null || isTimedOut(record)) return id
  return String(namedBy.map((field) => record[field]).find((value) => value) ?? id)
}
