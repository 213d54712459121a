import { useState } from 'react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useResource, useTerminology } from '../../api/queries.ts'
import { ActionDialog } from '../../resource/actions/action-dialog.tsx'
import { BulkTaskDialog } from '../../resource/actions/bulk-task.tsx'
import { startTask } from '../../resource/actions/start-bulk-action.ts'
import type { DueData } from './data-to-erase.tsx'

interface EraseDialogProps {
  due: DueData
  ids: readonly string[]
  onClose: () => void
}

/** Erases the due data of the chosen members, after a typed confirmation. */
export default function EraseDialog({ due, ids, onClose }: EraseDialogProps) {
  const { memberSingular, memberPlural } = useTerminology()
  const action = useResource('members')?.actions.find(({ name }) => name === 'anonymise')
  const [taskId, setTaskId] = useState<string>()
  const title = `${due.label}: eliminar de ${counted(ids.length, memberSingular, memberPlural)}`
  if (taskId !== undefined) return <BulkTaskDialog id={taskId} title={title} onClose={onClose} />
  if (!action) return null
  return (
    <ActionDialog
      title={title}
      action={{ ...action, label: 'Eliminar' }}
      intro={explanations[due.rule] ?? ''}
      onClose={onClose}
      onRun={async (input) =>
        setTaskId(
          await startTask({
            title,
            kind: 'erasure',
            input: { ...input, rule: due.rule },
            audience: { ids },
          }),
        )
      }
    />
  )
}

const explanations: Readonly<Record<string, string>> = {
  formerMembers:
    'Desaparece tudo o que identifica estas pessoas; ficam o número, a categoria, as datas, os estados e os valores pagos.',
  mandates: 'Desaparecem o IBAN e o documento assinado destas autorizações, e o IBAN dos débitos.',
  formerIbans: 'Desaparece o IBAN das fichas e do histórico.',
  photos: 'Desaparecem as fotografias das fichas e dos cartões.',
}
