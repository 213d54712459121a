import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import BulkActionDialog from '../../resource/actions/bulk-action-dialog.tsx'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { ChangeEffects, effectFields } from './change-effects.tsx'

interface ChangeStateDialogProps {
  action: ActionDescriptor
  chosen: ChosenRecords<'members'>
  onClose: () => void
}

/** Changes the state of the chosen members, with a preview of the effects. */
export default function ChangeStateDialog(props: ChangeStateDialogProps) {
  const { count, ids } = props.chosen
  return (
    <BulkActionDialog
      {...props}
      resource="members"
      omit={effectFields}
      tail={(controls) => <ChangeEffects {...controls} count={count} ids={ids} />}
    />
  )
}
