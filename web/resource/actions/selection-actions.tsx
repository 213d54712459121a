import { type ComponentType, Suspense, useState } from 'react'
import { maySuit } from '@agremia/resources/action.ts'
import type { ActionDescriptor, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { DeclaredIcon } from './declared-icon.tsx'
import { type ChosenRecords, SelectionBar, type SelectionBarProps } from './selection-bar.tsx'

const BulkActionDialog = lazyPart(() => import('./bulk-action-dialog.tsx'))

/** A screen's dialog of an action on a selection, instead of the one from its declaration. */
export type BulkDialog<Name extends string = string> = ComponentType<{
  action: ActionDescriptor
  chosen: ChosenRecords<Name>
  onClose: () => void
}>
export type BulkDialogs<Name extends string = string> = Readonly<Record<string, BulkDialog<Name>>>

interface SelectionActionsProps extends Omit<SelectionBarProps, 'gender'> {
  descriptor: ResourceDescriptor
  dialogs: BulkDialogs | undefined
}

/** The bar of a selection with the declared actions, and their dialogs. */
export default function SelectionActions({ descriptor, dialogs, actions, ...bar }: SelectionActionsProps) {
  const [usual, rare] = [actions.filter(({ isRare }) => !isRare), actions.filter(({ isRare }) => isRare)]
  const [open, setOpen] = useState<{ action: ActionDescriptor; chosen: ChosenRecords }>()
  const declared = manyActions(descriptor).map((action) => ({
    name: action.name,
    label: action.label,
    icon: <DeclaredIcon name={action.icon} />,
    suits: (filters: SelectionBarProps['filters']) => maySuit(action.when ?? [], filters),
    run: (chosen: ChosenRecords) => setOpen({ action, chosen }),
  }))
  const Dialog = open && dialogs?.[open.action.name]
  const onClose = () => setOpen(undefined)
  return (
    <>
      <SelectionBar {...bar} gender={descriptor.label.gender} actions={[...usual, ...declared, ...rare]} />
      {open && (
        <Suspense fallback={null}>
          {Dialog ? (
            <Dialog {...open} onClose={onClose} />
          ) : (
            <BulkActionDialog {...open} resource={descriptor.name} onClose={onClose} />
          )}
        </Suspense>
      )}
    </>
  )
}

function manyActions({ actions }: ResourceDescriptor): ActionDescriptor[] {
  return actions.filter(({ many }) => many !== false)
}
