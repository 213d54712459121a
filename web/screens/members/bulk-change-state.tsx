import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { keys, useResource, useTerminology } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { BulkProgress } from '../../resource/bulk-progress.tsx'
import type { ChosenRecords } from '../../resource/record-list.tsx'

interface BulkChangeStateProps {
  chosen: ChosenRecords
  onClose: () => void
}

/** Takes many members to the same state: first says what it will do, then how it went with each. */
export default function BulkChangeState({ chosen, onClose }: BulkChangeStateProps) {
  const action = useResource('members')?.actions.find(({ name }) => name === 'changeState')
  const { memberSingular, memberPlural } = useTerminology()
  const [input, setInput] = useState<Values>()
  const client = useQueryClient()
  if (!action) return null
  const many = counted(chosen.count, memberSingular, memberPlural)

  function finish() {
    void client.invalidateQueries({ queryKey: keys.lists('members') })
    void client.invalidateQueries({ queryKey: keys.lists('memberStates') })
    chosen.clear()
    onClose()
  }

  if (input) {
    return (
      <BulkProgress
        title={`Mudar o estado de ${many}`}
        ids={chosen.ids}
        each={async (id) => void (await runAction('members', id, 'changeState', input))}
        nameOf={memberName}
        onClose={finish}
      />
    )
  }
  return (
    <ActionDialog
      title={`Mudar o estado de ${many}`}
      action={action}
      intro="A mudança fica registada no histórico de cada ficha."
      initial={{ date: organisationToday() }}
      onClose={onClose}
      onRun={async (given) => setInput(given)}
    />
  )
}

async function memberName(id: string): Promise<string> {
  const member = await api.read('members', id)
  return member === null || isTimedOut(member) ? id : String(member.name)
}
