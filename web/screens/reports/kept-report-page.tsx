import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { reportCellText } from '@agremia/resources/report-table.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import {
  formTab,
  historyTab,
  RecordPage,
  type RecordPageTab,
  type RecordPart,
} from '../../resource/record-page.tsx'
import { Panel } from '../../ui/panel.tsx'
import tables from '../../ui/number-table.module.css'
import { scrolling } from '../../ui/scrolling.ts'
import { FormatButtons } from './format-buttons.tsx'
import { keptChangesQuery, keptTableQuery, saveReport, type TableChange } from './report-queries.ts'
import { ReportRows } from './report-rows.tsx'
import classes from './reports.module.css'

/** The page of a report as it was kept: its table, what would be different now, and where it comes from. */
export default function KeptReportPage() {
  return <RecordPage resource="keptReports" tabs={tabs} head={head} />
}

const tabs = [
  { name: 'relatorio', label: 'Relatório', panel: ({ record }) => <KeptTable id={record._id} /> },
  {
    name: 'alteracoes',
    label: 'O que mudou',
    panel: ({ record }) => <Changes id={record._id} keptOn={record.keptOn} />,
  },
  formTab,
  historyTab,
] as const satisfies readonly RecordPageTab<'keptReports'>[]

function head({ record, ...rest }: RecordPart<'keptReports'>) {
  const keptOn = `Guardado em ${formatDate(record.keptOn)} por ${record.createdByName}`
  const save = (format: string) =>
    void saveReport(`${recordPath('keptReports', record._id)}/export?format=${format}`, `relatorio.${format}`)
  return {
    subtitle: [keptOn, record.purpose].filter(Boolean).join(' · '),
    action: (
      <>
        <FormatButtons onSave={save} />
        <RecordActions record={record} {...rest} />
      </>
    ),
  }
}

function KeptTable({ id }: { id: string }) {
  const query = useQuery(keptTableQuery(id))
  if (!query.data) return <RowsPlaceholder query={query} />
  const { table, isIntact } = query.data
  return (
    <Panel width="page" title={`${table.title}, ${table.period}`} note={table.question}>
      {!isIntact && (
        <p className={classes.note} role="alert">
          O conteúdo já não é o que foi guardado: o SHA-256 é outro. É assim quando os dados de uma pessoa
          foram anonimizados.
        </p>
      )}
      <ReportRows table={table} />
      {table.notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </Panel>
  )
}

const kindLabels = { added: 'Nova', removed: 'Já não existe', changed: 'Mudou' } as const

function Changes({ id, keptOn }: { id: string; keptOn: string }) {
  const query = useQuery(keptChangesQuery(id))
  if (!query.data) return <RowsPlaceholder query={query} />
  return (
    <Panel
      width="page"
      title="O que mudou"
      note={`O que seria outro se o relatório de ${formatDate(keptOn)} fosse feito com os dados de agora.`}
    >
      {query.data.length === 0 ? <p>Nada mudou.</p> : <ChangeRows changes={query.data} />}
    </Panel>
  )
}

function ChangeRows({ changes }: { changes: readonly TableChange[] }) {
  return (
    <div className={tables.scroller} {...scrolling}>
      <table className={`${tables.table} ${classes.table}`} aria-label="O que mudou">
        <thead>
          <tr>
            {['Linha', 'Mudança', 'Coluna'].map((label) => (
              <th key={label} scope="col" data-type="text">
                {label}
              </th>
            ))}
            <th scope="col">Guardado</th>
            <th scope="col">Agora</th>
          </tr>
        </thead>
        <tbody>
          {changes.flatMap(({ section, label, kind, cells }, place) =>
            cells.map(({ column, type, kept, now }) => (
              <tr key={`${place} ${column}`}>
                <th scope="row">{[section, label].filter(Boolean).join(': ')}</th>
                <td data-type="text">{kindLabels[kind]}</td>
                <td data-type="text">{column}</td>
                <td data-type={type}>{reportCellText({ value: kept }, type)}</td>
                <td data-type={type}>{reportCellText({ value: now }, type)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}
