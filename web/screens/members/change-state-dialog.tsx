import { counted } from '@agremia/resources/rules/plural.ts'
import { useTerminology } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import BulkActionDialog from '../../resource/bulk-action-dialog.tsx'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { ChangeEffects } from './change-effects.tsx'

/** Changes the state of the chosen members. */
export default function ChangeStateDialog({
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
      action="changeState"
      title={`Mudar o estado de ${counted(chosen.count, memberSingular, memberPlural)}`}
      intro="A mudança fica registada no histórico de cada ficha."
      initial={{ date: organisationToday() }}
      alsoChanges={['memberStates']}
      chosen={chosen}
      tail={(values) => <ChangeEffects values={values} count={chosen.count} ids={chosen.ids} />}
      onClose={onClose}
    />
  )
}
