import { counted } from '@agremia/resources/rules/plural.ts'
import { useTerminology } from '../../api/queries.ts'
import BulkActionDialog from '../../resource/bulk-action-dialog.tsx'
import type { ChosenRecords } from '../../resource/record-list.tsx'

/** Assigns the chosen members to a collector, or takes them away from theirs. */
export default function AssignCollectorDialog({
  chosen,
  onClose,
}: {
  chosen: ChosenRecords
  onClose: () => void
}) {
  const { memberSingular, memberPlural } = useTerminology()
  return (
    <BulkActionDialog
      resource="members"
      action="assignCollector"
      title={`Atribuir ${counted(chosen.count, memberSingular, memberPlural)} a um cobrador`}
      intro="Cada pessoa tem um só cobrador: este fica no lugar do anterior. As rondas que já estão feitas não mudam."
      chosen={chosen}
      onClose={onClose}
    />
  )
}
