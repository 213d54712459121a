import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useState } from 'react'
import { IconDownload, IconPackageExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { daysBetween, formatDate, formatDateLong, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api } from '../../api/client.ts'
import { listQuery, useMay } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import { organisationTimeZone, organisationToday } from '../../fields/organisation-clock.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { showDocument } from '../../resource/open-document.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { runAction } from '../../resource/actions/run-action.ts'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import { formTab, historyTab, RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { attempt } from '../../resource/attempt.ts'
import { toastError } from '../../resource/toast-error.ts'
import { WorkState } from '../../resource/actions/work-panel.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './privacy.module.css'

/** The page of a request about data: its form, the copy of the data, and the history. */
export default function DataRequestPage() {
  return <RecordPage resource="dataRequests" tabs={tabs} head={requestHead} />
}

const tabs = [
  formTab,
  {
    name: 'copia',
    label: 'Cópia dos dados',
    panel: ({ record }: RecordPart<'dataRequests'>) => <Packages request={record} />,
  },
  historyTab,
]

function requestHead({ record, fields, ...rest }: RecordPart<'dataRequests'>) {
  const { status, right, dueOn, closedOn, memberId, memberLabel } = record
  const option = fields.status?.options?.find(({ value }) => value === status)
  const left = daysBetween(organisationToday(), dueOn)
  return {
    title: `Pedido n.º ${record.number}: ${fields.right ? choiceText(right, fields.right) : ''}`,
    state: option && <StateBadge tone={option.tone} label={option.label} />,
    subtitle: record.requesterName,
    action: <RecordActions record={record} fields={fields} {...rest} />,
    facts: (
      <Facts>
        <Fact
          label="Prazo"
          value={formatDateLong(dueOn)}
          note={status === 'open' ? remaining(left) : undefined}
        />
        {typeof closedOn === 'string' && <Fact label="Respondido em" value={formatDate(closedOn)} />}
        {typeof memberId === 'string' && (
          <Fact label="Ficha" value={<MemberLink id={memberId} label={memberLabel ?? ''} />} />
        )}
      </Facts>
    ),
  }
}

function remaining(days: number): string {
  if (days < 0) return `Passou há ${counted(-days, 'dia', 'dias')}`
  return days === 0 ? 'Acaba hoje' : `${days === 1 ? 'Falta' : 'Faltam'} ${counted(days, 'dia', 'dias')}`
}

function MemberLink({ id, label }: { id: string; label: string }) {
  return <AppLink to={useMemberPaths().record(id)}>{label}</AppLink>
}

/** The copies of the data that were made for the request, and a button that makes one. */
function Packages({ request }: { request: ResourceRecord<'dataRequests'> }) {
  const mayCreate = useMay('dataPackages').create
  const [busy, setBusy] = useState(false)
  const query = useQuery(
    listQuery('dataPackages', {
      parent: { resource: 'dataRequests', id: request._id },
      sort: '-created_at',
    }),
  )
  const make = async () => {
    setBusy(true)
    try {
      await api.create('dataPackages', { dataRequestId: request._id })
    } catch (error) {
      toastError(error, 'Não foi possível juntar os dados.')
    }
    setBusy(false)
  }
  const packages = query.data?.data
  return (
    <Panel
      title="Cópia dos dados"
      note="Um ZIP com tudo o que se guarda da pessoa, em formatos abertos, e um texto que explica os campos. Fica disponível uma semana."
      width="form"
      tools={
        mayCreate &&
        typeof request.memberId === 'string' && (
          <CommandButton
            icon={IconPackageExport}
            label="Juntar os dados"
            loading={busy}
            onClick={() => void make()}
          />
        )
      }
    >
      {!packages ? (
        <RowsPlaceholder query={query} rows={2} />
      ) : packages.length === 0 ? (
        <p className={classes.nothing}>
          {typeof request.memberId === 'string'
            ? 'Ainda não foi feita nenhuma cópia.'
            : 'Quem pede não tem ficha: não há dados a juntar.'}
        </p>
      ) : (
        <ul className={classes.due}>
          {packages.map((one) => (
            <Package key={one._id} record={one} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Package({ record }: RecordProps<'dataPackages'>) {
  const { _id, _created_at, state, expiresAt, problem } = record
  const zone = organisationTimeZone()
  const isAvailable =
    state === 'done' && typeof expiresAt === 'string' && expiresAt.slice(0, 10) >= organisationToday()
  const download = () =>
    attempt(async () => {
      const link = await runAction<'dataPackages', { url: string }>('dataPackages', _id, 'link', {})
      if (link) showDocument(link.url)
    }, 'Não foi possível descarregar.')
  return (
    <li>
      <WorkState resource="dataPackages" work={record} />
      <span>{formatDateTime(_created_at, zone)}</span>
      {typeof problem === 'string' && <span className={classes.since}>{problem}</span>}
      {typeof expiresAt === 'string' && (
        <span className={classes.since}>
          {isAvailable ? `até ${formatDate(expiresAt.slice(0, 10))}` : 'já foi apagada'}
        </span>
      )}
      {isAvailable && (
        <CommandButton
          icon={IconDownload}
          label="Descarregar"
          size="compact-sm"
          variant="light"
          onClick={() => void download()}
        />
      )}
    </li>
  )
}
