import { NativeSelect } from '@mantine/core'
import { IconArchive, IconFileTypeCsv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { chartOf, reportCellText } from '@agremia/resources/report-table.ts'
import type { ReportParameter, ReportTable } from '@agremia/resources/report-table.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { DateInput } from '../../fields/date-input.tsx'
import { useMay } from '../../api/queries.ts'
import { useListOfNumber } from '../../paths/use-list-of-number.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { ChartView } from '../../ui/lazy-chart.tsx'
import { EmptyState } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAddress, useSearchParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { FormatButtons } from './format-buttons.tsx'
import { KeepDialog } from './keep-dialog.tsx'
import { ReportRows } from './report-rows.tsx'
import { reportQuery, saveReport } from './report-queries.ts'
import classes from './reports.module.css'

/** Names of the parameters in the address of the page. */
const addressNames: Record<string, string> = {
  year: 'ano',
  from: 'de',
  to: 'ate',
  day: 'dia',
  by: 'por',
  categoryId: 'categoria',
  quotaPlanId: 'plano',
  method: 'meio',
  compare: 'comparar',
}

/** A report: chart, table, parameters and files. The address has the parameters. */
export default function ReportView() {
  const { pathname } = useAddress()
  const name = decodeURIComponent(pathname.split('/').at(-1) ?? '')
  const [address] = useSearchParams()
  const parameters = new URLSearchParams()
  for (const [parameter, inAddress] of Object.entries(addressNames)) {
    const value = address.get(inAddress)
    if (value) parameters.set(parameter, value)
  }
  const query = useQuery(reportQuery(name, parameters.toString()))
  return (
    <QueryPage query={query} missing={<EmptyState title="Não há este relatório" />}>
      {(table) => <ReportPage table={table} parameters={parameters.toString()} />}
    </QueryPage>
  )
}

interface ReportPageProps {
  table: ReportTable
  parameters: string
}

function ReportPage({ table, parameters }: ReportPageProps) {
  const { title, question, period, notes, sections } = table
  const isEmpty = sections.every(({ rows }) => rows.length === 0)
  return (
    <Page
      title={title}
      subtitle={`${period} · ${question}`}
      tools={<Files table={table} parameters={parameters} />}
    >
      <Parameters parameters={table.parameters} />
      {isEmpty ? (
        <EmptyState title="Não há dados para este período" />
      ) : (
        <div className={classes.panels}>
          <ReportChart table={table} />
          <Panel width="page" title="Tabela" note="Os números levam às listas de que são feitos.">
            <ReportRows table={table} />
            {notes.map((note) => (
              <p key={note} className={classes.note}>
                {note}
              </p>
            ))}
          </Panel>
        </div>
      )}
    </Page>
  )
}

function Files({ table, parameters }: ReportPageProps) {
  const { name, parameters: shown } = table
  const mayKeep = useMay('keptReports').create
  const [isKeeping, setKeeping] = useState(false)
  const year = shown.find((one) => one.name === 'year')?.value
  const save = (path: string, file: string) => void saveReport(`reports/${name}/${path}`, file)
  return (
    <>
      <FormatButtons
        onSave={(format) => save(`export?format=${format}&${parameters}`, `${name}.${format}`)}
      />
      {name === 'donations' && (
        <CommandButton
          icon={IconFileTypeCsv}
          label="Modelo 25"
          onClick={() => save(`modelo25?year=${year}`, `modelo-25-${year}.csv`)}
        />
      )}
      {mayKeep && <CommandButton icon={IconArchive} label="Guardar" onClick={() => setKeeping(true)} />}
      {isKeeping && <KeepDialog table={table} onClose={() => setKeeping(false)} />}
    </>
  )
}

function Parameters({ parameters }: { parameters: readonly ReportParameter[] }) {
  const [, setAddress] = useSearchParams()
  if (parameters.length === 0) return null
  const set = (name: string, value: string) =>
    setAddress((before) => {
      const next = new URLSearchParams(before)
      const inAddress = addressNames[name] ?? name
      if (value) next.set(inAddress, value)
      else next.delete(inAddress)
      return next
    })
  return (
    <search className={classes.filters} aria-label="Filtros" data-only="screen">
      {parameters.map(({ name, label, kind, value, options }) =>
        kind === 'day' ? (
          <DateInput
            key={name}
            field={dayField(name, label)}
            value={value}
            record={{}}
            onChange={(day) => {
              // Half-typed dates do not filter.
              if (typeof day === 'string' && isDate(day)) set(name, day)
            }}
          />
        ) : (
          <NativeSelect
            key={name}
            label={label}
            value={value}
            data={options}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ),
      )}
    </search>
  )
}

function dayField(name: string, label: string): FieldDescriptor {
  return { name, label, type: 'date', inputType: 'date', validation: [], group: '' }
}

function ReportChart({ table }: { table: ReportTable }) {
  const addressOf = useListOfNumber()
  const chart = chartOf(table)
  if (!chart) return null
  const { lists, ...drawn } = chart
  const type = drawn.unit === 'euros' ? 'euros' : 'integer'
  return (
    <Panel width="page" title={table.sections[table.chart?.section ?? 0]?.title ?? 'Gráfico'}>
      <ChartView
        chart={drawn}
        label={`${table.title}, ${table.period}`}
        pointOf={(series, category) => {
          const { label, values } = drawn.series[series] ?? { label: '', values: [] }
          const value = values[category] ?? null
          return {
            text: `${drawn.categories[category]}, ${label}: ${reportCellText({ value }, type)}`,
            to: addressOf(lists[series]?.[category]),
          }
        }}
      />
    </Panel>
  )
}
