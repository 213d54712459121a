import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { Group } from '@mantine/core'
import { IconAlertTriangle, IconDatabaseExport, IconDatabasePlus } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { cacheRecord, keys } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { SettingsPage, SettingsPanel, type SettingsTab } from '../../resource/settings/settings-page.tsx'
import { toastError } from '../../resource/toast-error.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { toast } from '../../ui/toasts.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './backups.module.css'

/** Backups: how they are, making one, a complete export, and the schedule. */
export default function Backups() {
  return <SettingsPage title="Cópias de segurança" tabs={tabs()} />
}

const tabs = (): SettingsTab[] => [
  { name: 'copias', label: 'Cópias', panel: <Copies /> },
  {
    name: 'plano',
    label: 'Plano',
    panel: (
      <SettingsPanel
        names={['backupsScheduled', 'backupHour', 'backupsWithFiles', 'backupDays', 'backupWeeks']}
        purpose="As cópias fazem-se sozinhas, com o programa a trabalhar. Uma vez por semana a mais recente é reposta à parte, para confirmar que serve."
      />
    ),
  },
]

/** The answer of `GET /backup_status`. */
interface Status {
  place: string
  isEncrypted: boolean
  problem: 'old' | 'bad' | null
  lastAt: string | null
  lastCheckedAt: string | null
}

/** Below the lists of the resource, so that its news refetch it. */
const statusQuery = queryOptions({
  queryKey: [...keys.lists('backups'), 'status'],
  queryFn: async () => requireAnswer(await api.get<{ data: Status }>('backup_status')).data,
})

const problems = {
  old: 'A última cópia tem mais de três dias. Faça uma agora, e veja na lista porque falharam as automáticas.',
  bad: 'A última cópia que se confirmou não se repõe. Faça outra, e confirme-a.',
}

function Copies() {
  const status = useQuery(statusQuery).data
  return (
    <div className={classes.page}>
      <p className={classes.note}>
        Cada cópia tem tudo o que aqui está, e repõe-se numa instalação vazia, na primeira página. Guarde
        também uma noutro sítio: uma avaria do disco leva as que estão nele. «Exportar tudo» faz um ficheiro
        ZIP com tabelas e documentos, para ler noutros programas.
      </p>
      {status?.problem && (
        <p className={classes.problem} role="alert">
          <IconAlertTriangle {...icon} />
          {problems[status.problem]}
        </p>
      )}
      {status && <StatusFacts status={status} />}
      <RecordCollection
        resource="backups"
        purpose="As cópias e as exportações, da mais recente para a mais antiga."
        emptyTitle="Ainda não há cópias"
        action={<StartButtons />}
      />
    </div>
  )
}

function StatusFacts({ status: { place, isEncrypted, lastAt, lastCheckedAt } }: { status: Status }) {
  const moment = (at: string | null) => (at === null ? 'Nenhuma' : formatDateTime(at, organisationTimeZone()))
  return (
    <Facts>
      <Fact label="Última cópia" value={moment(lastAt)} />
      <Fact
        label="Última que se confirmou"
        value={moment(lastCheckedAt)}
        note={lastCheckedAt !== null && 'Repôs-se à parte, com os mesmos números.'}
      />
      <Fact
        label="Cifradas"
        value={isEncrypted ? 'Sim' : 'Não'}
        note={
          isEncrypted
            ? 'Sem a palavra-passe ninguém as lê: guarde-a noutro sítio.'
            : 'Quem tiver uma cópia lê os dados de toda a gente. Cifram-se com BACKUP_PASSPHRASE, no servidor.'
        }
      />
      <Fact label="Guardadas em" value={<span className={classes.place}>{place}</span>} />
    </Facts>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

const exportQuestion = {
  title: 'Exportar tudo?',
  message:
    'O ficheiro contém dados pessoais de toda a gente, sem cifra. Fica aqui sete dias; guarde-o como guarda os originais.',
  confirmLabel: 'Exportar tudo',
}

function StartButtons() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function start(kind: 'requested' | 'export') {
    setBusy(true)
    try {
      const made = await api.create('backups', { kind })
      if (!isTimedOut(made)) {
        cacheRecord(client, 'backups', made)
        toast(kind === 'export' ? 'A exportação está a ser feita.' : 'A cópia está a ser feita.')
      }
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  const exportAll = async () => {
    if (await confirmDialog(exportQuestion)) await start('export')
  }
  return (
    <Group gap="0.625rem">
      <CommandButton
        icon={IconDatabaseExport}
        label="Exportar tudo"
        disabled={busy}
        onClick={() => void exportAll()}
      />
      <CommandButton
        icon={IconDatabasePlus}
        label="Fazer cópia"
        variant="filled"
        loading={busy}
        onClick={() => void start('requested')}
      />
    </Group>
  )
}
