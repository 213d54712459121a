import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { api, isTimedOut, type StoredRecord } from '../../api/client.ts'
import { useMay } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import {
  type ColumnSetup,
  EmbeddedList,
  type FilterSetup,
  nameColumnWidth,
} from '../../resource/record-list.tsx'
import {
  formTab,
  historyTab,
  RecordPage,
  type RecordPageTab,
  type RecordPart,
} from '../../resource/record-page.tsx'
import { attempt } from '../../resource/attempt.ts'
import { WorkState } from '../../resource/actions/work-panel.tsx'
import { euros } from '../../ui/euros.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './direct-debit.module.css'

const HoldersDialog = lazyDialog(() => import('./holders-dialog.tsx'))

/** The page of a batch: its debits with their states, and the file for the bank. */
export default function DebitBatchPage() {
  return <RecordPage resource="debitBatches" tabs={tabs} head={batchHead} />
}

const tabs: RecordPageTab<'debitBatches'>[] = [
  { name: 'debitos', label: 'Débitos', panel: ({ record }) => <Debits batchId={record._id} /> },
  { ...formTab, label: 'Remessa' },
  historyTab,
]

function batchHead({ record, ...rest }: RecordPart<'debitBatches'>) {
  const { number, state, collectionDate, collections, amount, booked, rejected, returned } = record
  const back = rejected + returned
  return {
    title: `Remessa ${number}`,
    state: <WorkState resource="debitBatches" work={record} />,
    subtitle: nextSteps[state],
    action: (
      <Group gap="0.625rem" wrap="nowrap">
        {state !== 'created' && state !== 'cancelled' && <DownloadFile id={record._id} />}
        {state === 'created' && <ConfirmHolders batchId={record._id} />}
        {/* A batch that is at the bank only waits for its day. */}
        <RecordActions
          record={record}
          {...rest}
          setups={setups}
          first={record.fileMadeAt === null ? 'makeFile' : 'send'}
          {...(state === 'sent' && { main: null })}
        />
      </Group>
    ),
    facts: (
      <>
        {record.problem !== null && (
          <p className={classes.problem} role="alert">
            {record.problem}
          </p>
        )}
        <Facts>
          <Fact label="Dia da cobrança" value={formatDate(collectionDate)} />
          <Fact label="Valor" value={euros(amount)} note={counted(collections, 'débito', 'débitos')} />
          <Fact label="Cobrados" value={formatNumber(booked)} />
          <Fact
            label="Rejeitados e devolvidos"
            value={formatNumber(back)}
            note={back > 0 ? euros(record.returnedAmount) : undefined}
          />
        </Facts>
      </>
    ),
  }
}

/** What a person does next, by state. */
const nextSteps: Record<string, string> = {
  created: 'Descarregue o ficheiro, entregue-o no banco e marque a remessa como enviada.',
  sent: 'No dia da cobrança, os pagamentos registam-se por si.',
  failed: 'Resolva o que falhou e tente outra vez.',
}

/** The file is downloaded as soon as it is made. */
const setups = {
  makeFile: { done: null, after: ({ url }: StoredRecord) => api.download(plainText(url)) },
}

/** The file as it was sent. */
function DownloadFile({ id }: { id: string }) {
  const download = () =>
    attempt(async () => {
      const answer = await api.get<{ data: { url: string } }>(`${recordPath('debitBatches', id)}/file`)
      if (!isTimedOut(answer)) api.download(answer.data.url)
    }, 'Não foi possível descarregar o ficheiro.')
  return <CommandButton icon={IconDownload} label="Ficheiro para o banco" onClick={() => void download()} />
}

/** Before the file: accounts of other people leave the batch. */
function ConfirmHolders({ batchId }: { batchId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useMay('debitBatches').create) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Titulares das contas
      </Button>
      {isOpen && <HoldersDialog batchId={batchId} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Debits({ batchId }: { batchId: string }) {
  const where = useMemo(() => ({ batchId }), [batchId])
  return (
    <EmbeddedList
      resource="debitCollections"
      title="Débitos"
      where={where}
      columns={columns}
      filters={filters}
      purpose="Os débitos desta remessa."
    />
  )
}

const columns: ColumnSetup<'debitCollections'>[] = [
  { name: 'memberId', label: 'Nome', width: 12.5, preferredWidth: nameColumnWidth },
  { name: 'memberNumber', width: 7.5 },
  { name: 'amount', width: 7 },
  { name: 'state', width: 8 },
  { name: 'reason', width: 11 },
  { name: 'changed', width: 14 },
  { name: 'noticedAt', width: 9 },
  { name: 'mandateReference', width: 10, listed: false },
]
const filters: FilterSetup<'debitCollections'>[] = [{ field: 'state' }, { field: 'reason' }]
