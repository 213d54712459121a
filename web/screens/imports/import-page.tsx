import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { counted, joinList, plural } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { cacheRecord, useFields, useMay, useResource, useTerminology } from '../../api/queries.ts'
import { CellText } from '../../fields/text-cell.tsx'
import { choiceText } from '../../fields/texts.ts'
import { runAction } from '../../resource/actions/run-action.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { ClosedHistory } from '../../resource/record-history.tsx'
import { EmbeddedList, reading, type CardSetup, type ColumnSetup } from '../../resource/record-list.tsx'
import { useAttempt } from '../../resource/attempt.ts'
import {
  requestText,
  useUnderWay,
  useWork,
  WorkPanel,
  WorkState,
} from '../../resource/actions/work-panel.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { NoSuchPage } from '../../ui/message-state.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { Page } from '../../ui/page.tsx'
import { useParams } from '../../ui/router.tsx'
import { saveRefused } from './downloads.ts'
import type { ImportDetails, ImportRecord } from './import-record.ts'
import { mayChangeOptions } from './import-record.ts'
import { OpenDoubts } from './open-doubts.tsx'
import classes from './imports.module.css'

const OptionsDialog = lazyDialog(() => import('./options-dialog.tsx'))
const ValuesDialog = lazyDialog(() => import('./values-dialog.tsx'))
const RowDialog = lazyDialog(() => import('./row-dialog.tsx'))

/** The page of an import: what was understood, the rows with what each becomes, and what became of them. */
export default function ImportPage() {
  const { id } = useParams()
  const query = useWork<'imports', ImportDetails>('imports', id)
  return (
    <QueryPage query={query} missing={<NoSuchPage>Esta importação não existe.</NoSuchPage>}>
      {(record) => <LoadedImport key={record._id} record={record} />}
    </QueryPage>
  )
}

function LoadedImport({ record }: { record: ImportRecord }) {
  const kinds = useFields('imports')?.kind
  const terminology = useTerminology()
  const mayWrite = useMay('imports').create
  const [isChoosing, setChoosing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [row, setRow] = useState<ResourceRecord<'importRows'>>()
  const where = useMemo(() => ({ importId: record._id }), [record._id])
  const isUnderWay = useUnderWay('imports')(record)
  const isWritten = record.step === 'import' || record.step === 'undo'
  const kind = kinds ? fillTerms(choiceText(record.kind, kinds), terminology) : ''
  const mayCorrect = mayWrite && record.state === 'ready'
  const mayChoose = mayWrite && mayChangeOptions(record) && record.hasFile && record.kind !== 'photos'
  return (
    <Page
      title={record.fileName}
      state={<WorkState resource="imports" work={record} />}
      subtitle={`${kind} · ${requestText(record)}`}
      action={mayWrite && <MainAction record={record} />}
      fill
    >
      <div className={classes.panel}>
        <WorkPanel resource="imports" work={record} label={record.fileName} words={words}>
          {!isUnderWay && <Understood record={record} />}
          {mayCorrect && !isUnderWay && <OpenDoubts record={record} />}
        </WorkPanel>
        <div className={classes.tools}>
          {mayChoose && (
            <Button variant="default" size="sm" onClick={() => setChoosing(true)}>
              Colunas e opções
            </Button>
          )}
          {mayCorrect && record.unknownValues.length > 0 && (
            <Button variant="default" size="sm" onClick={() => setAsking(true)}>
              Valores que não estão nas listas
            </Button>
          )}
          {record.refused > 0 && !isUnderWay && record.kind !== 'photos' && (
            <Button variant="default" size="sm" onClick={() => void saveRefused(record._id)}>
              Descarregar as recusadas
            </Button>
          )}
          <ClosedHistory resource="imports" id={record._id} />
        </div>
      </div>
      {record.columns && (
        <EmbeddedList
          resource="importRows"
          where={where}
          filters={isWritten ? allFilters : checkFilters}
          columns={isWritten ? writtenColumns : columns}
          cardOf={card}
          onOpen={setRow}
          purpose="As linhas do ficheiro aparecem aqui assim que estiver lido."
        />
      )}
      {isChoosing && <OptionsDialog record={record} onClose={() => setChoosing(false)} />}
      {isAsking && <ValuesDialog record={record} onClose={() => setAsking(false)} />}
      {row && (
        <RowDialog
          key={row._id}
          row={row}
          record={record}
          mayCorrect={mayCorrect}
          onClose={() => setRow(undefined)}
        />
      )}
    </Page>
  )
}

const words = { one: 'linha', many: 'linhas' }
const checkFilters = [{ field: 'verdict' }] as const
const allFilters = [{ field: 'outcome' }, { field: 'verdict' }] as const

const columns: ColumnSetup<'importRows'>[] = [
  { name: 'label', width: 14 },
  { name: 'verdict', width: 8 },
  { name: 'reason', width: 24 },
  { name: 'outcome', width: 8, listed: false },
  { name: 'place', width: 4.5 },
]

const writtenColumns: ColumnSetup<'importRows'>[] = columns.map((column) =>
  column.name === 'outcome' ? { ...column, listed: true } : column,
)

/** The card that replaces the row on phones. */
function RowCard({ record }: CellProps<'importRows', 'label' | 'verdict' | 'reason' | 'place'>) {
  const verdict = useFields('importRows')?.verdict
  const facts = [`Linha ${record.place}`, verdict && choiceText(record.verdict, verdict), record.reason]
  return (
    <span className={classes.card}>
      <strong>
        <CellText>{record.label}</CellText>
      </strong>
      <CellText>{facts.filter(Boolean).join(' · ')}</CellText>
    </span>
  )
}

const card: CardSetup<'importRows'> = {
  ...reading(['label', 'verdict', 'reason', 'place'], RowCard),
  height: 5,
}

/** Counts of the rows in words, and the most frequent reasons. */
function Understood({ record }: { record: ImportRecord }) {
  const { created, changed, unchanged, doubtful, refused, excluded, state, step, done, kept, warning } =
    record
  if (record.columns === null) return null
  const isWritten = step === 'import' || step === 'undo'
  const counts = [
    [created, 'nova', 'novas'],
    [changed, 'alterada', 'alteradas'],
    [unchanged, 'igual', 'iguais'],
    [doubtful, 'duvidosa', 'duvidosas'],
    [refused, 'recusada', 'recusadas'],
    [excluded, 'por importar', 'por importar'],
  ] as const
  const shown = counts.filter(([count]) => count > 0).map(([count, one, many]) => counted(count, one, many))
  const outcome =
    state === 'done'
      ? `${counted(done, 'linha importada', 'linhas importadas')}.`
      : `${counted(done, 'linha anulada', 'linhas anuladas')}${kept > 0 ? `; ${counted(kept, 'ficou como está', 'ficaram como estão')}` : ''}.`
  const leftOut = record.columns.list.flatMap(({ name }, index) =>
    record.mapping?.[String(index)] ? [] : [`«${name}»`],
  )
  const advice = record.reasons.filter(({ verdict }) => verdict === 'refused').slice(0, 4)
  return (
    <>
      {warning !== null && <p className={classes.warning}>{warning}</p>}
      {isWritten && state !== 'failed' && <output className={classes.counts}>{outcome}</output>}
      <output className={classes.counts}>
        {shown.length > 0 ? `Linhas: ${joinList(shown)}.` : 'O ficheiro não tem linhas.'}
      </output>
      {state === 'ready' && leftOut.length > 0 && (
        <p className={classes.note}>
          {plural(leftOut.length, 'Não entra a coluna', 'Não entram as colunas')} {joinList(leftOut)}.
        </p>
      )}
      {state === 'ready' && advice.length > 0 && (
        <ul className={classes.reasons}>
          {advice.map(({ reason, count }) => (
            <li key={reason}>
              {reason} <span className={classes.note}>({counted(count, 'linha', 'linhas')})</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Imports, or undoes what was imported. */
function MainAction({ record }: { record: ImportRecord }) {
  const client = useQueryClient()
  const actions = new Set(useResource('imports')?.actions.map(({ name }) => name))
  const { busy: isBusy, attempt } = useAttempt()
  const { state, created, changed, _id } = record
  const run = (action: 'start' | 'undo') =>
    attempt(async () => {
      const answer = await runAction('imports', _id, action, {})
      if (answer) cacheRecord(client, 'imports', { ...record, ...answer })
    })
  if (state === 'ready' && actions.has('start')) {
    const writes = created + changed
    return (
      <PageAction
        isPurpose
        label={writes > 0 ? `Importar ${counted(writes, 'linha', 'linhas')}` : 'Importar'}
        icon={<IconFileImport size="1.125rem" stroke={1.75} aria-hidden />}
        disabled={writes === 0}
        loading={isBusy}
        onClick={() => void run('start')}
      />
    )
  }
  if (state === 'done' && actions.has('undo'))
    return (
      <PageAction
        label="Anular a importação"
        icon={<IconArrowBackUp size="1.125rem" stroke={1.75} aria-hidden />}
        loading={isBusy}
        onClick={() =>
          void confirmDialog({
            title: 'Anular a importação?',
            message:
              'O que foi criado é eliminado, e o que foi alterado volta a ter os valores de antes. Fica como está o que mudou ou foi usado entretanto.',
            confirmLabel: 'Anular a importação',
            kind: 'delete',
          }).then((yes) => (yes ? run('undo') : undefined))
        }
      />
    )
  return null
}
