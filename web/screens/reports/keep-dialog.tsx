import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReportTable } from '@agremia/resources/report-table.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { cacheRecord } from '../../api/queries.ts'
import { keptReportsPath } from '../../paths/reports.ts'
import { FieldDialog } from '../../resource/field-dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { useAttempt } from '../../resource/attempt.ts'
import { useNavigate } from '../../ui/router.tsx'

/** Keeps a report as it is today, and opens it. */
export function KeepDialog({ table, onClose }: { table: ReportTable; onClose: () => void }) {
  const { name, title, period } = table
  const client = useQueryClient()
  const navigate = useNavigate()
  const [purpose, setPurpose] = useState('')
  const { busy, attempt } = useAttempt('Não foi possível guardar o relatório.')
  const keep = () =>
    attempt(async () => {
      const parameters = Object.fromEntries(table.parameters.map((one) => [one.name, one.value]))
      const kept = await api.create('keptReports', { report: name, parameters, ...(purpose && { purpose }) })
      if (isTimedOut(kept)) return
      cacheRecord(client, 'keptReports', kept)
      onClose()
      navigate(`${keptReportsPath}/${kept._id}`)
    })
  return (
    <FieldDialog
      title={`Guardar «${title}», ${period}`}
      onClose={onClose}
      onSubmit={() => void keep()}
      footer={<DialogButtons label="Guardar" onCancel={onClose} loading={busy} />}
    >
      <p>Fica como está hoje, com os números e as notas, e pode ser comparado mais tarde.</p>
      <TextInput
        label="Para quê"
        description="Por exemplo, a assembleia em que é apresentado."
        maxLength={200}
        value={purpose}
        onChange={(event) => setPurpose(event.currentTarget.value)}
      />
    </FieldDialog>
  )
}
