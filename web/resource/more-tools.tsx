import { useState } from 'react'
import { IconTrash } from '@tabler/icons-react'
import { useMayRestore, useResource } from '../api/queries.ts'
import { ActionMenu, type MenuAction } from '../ui/action-menu.tsx'
import { lazyDialog } from '../ui/lazy-part.ts'

const DeletedDialog = lazyDialog(() => import('./deleted-dialog.tsx'))

interface MoreToolsProps {
  resource: string
  /** Only deleted children of this record. */
  partOf?: string | undefined
  /** Further actions of the menu. */
  actions?: readonly MenuAction[]
}

const noActions: readonly MenuAction[] = []

/** The menu with the rarely used tools of a list: the deleted records, for people who may delete and restore. */
export function MoreTools({ resource, partOf, actions = noActions }: MoreToolsProps) {
  const mayRestore = useMayRestore(resource)
  const descriptor = useResource(resource)
  const [isOpen, setOpen] = useState(false)
  const label = descriptor?.label.gender === 'f' ? 'Eliminadas' : 'Eliminados'
  const deleted: MenuAction = {
    label,
    icon: <IconTrash size="1.125rem" stroke={1.5} />,
    run: () => setOpen(true),
  }
  return (
    <>
      <ActionMenu
        label="Mais ferramentas"
        isTool
        actions={mayRestore && descriptor?.may.delete ? [...actions, deleted] : actions}
      />
      {isOpen && (
        <DeletedDialog resource={resource} partOf={partOf} label={label} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
