import { IconTrash } from '@tabler/icons-react'
import { useResource } from '../api/queries.ts'
import { useMayRestore } from './deletions.tsx'
import { ToolPopover } from './list/tool-popover.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

const loadDeleted = () => import('./deleted-list.tsx')
const DeletedList = lazyPart(loadDeleted)

interface DeletedToolProps {
  resource: string
  /** Only children of this record. */
  partOf?: string | undefined
}

/** Opens the list of deleted records, for people who may delete and restore. */
export function DeletedTool({ resource, partOf }: DeletedToolProps) {
  const mayRestore = useMayRestore(resource)
  const descriptor = useResource(resource)
  if (!mayRestore || !descriptor?.may.delete) return null
  const label = descriptor.label.gender === 'f' ? 'Eliminadas' : 'Eliminados'
  return (
    <ToolPopover
      label={label}
      icon={<IconTrash size="1.125rem" stroke={1.5} />}
      onIntent={() => void loadDeleted()}
    >
      {() => <DeletedList resource={resource} partOf={partOf} label={label} />}
    </ToolPopover>
  )
}
