import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { cardLeftOutReasons, type CardLeftOutReason } from '@agremia/resources/definitions/card-runs.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery, useFields, useMay, useTerminology } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { plainText } from '../../fields/texts.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { WorkPanel } from '../../resource/work-panel.tsx'
import { useWork } from '../../resource/work-query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Page } from '../../ui/page.tsx'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { cardsOfRunPath } from '../../paths/cards.ts'
import classes from './card-run-view.module.css'
import { lazyPart } from '../../ui/lazy-part.ts'

const PrintDialog = lazyPart(() => import('./print-dialog.tsx'))

interface Run extends StoredRecord {
  state: 'queued' | 'running' | 'done' | 'failed'
  count: number
  leftOut: Partial<Record<CardLeftOutReason, number>> | null
}

/** An issue for many: how many cards it made, whom it left out, and what comes next. */
export default function CardRunView() {
  const { id } = useParams()
  const found = useWork<Run>('cardRuns', id)
  return (
    <FoundPage found={found} none={<NoSuchPage>Esta emissão não existe.</NoSuchPage>}>
      {(run) => <RunPage run={run} />}
    </FoundPage>
  )
}

function RunPage({ run }: { run: Run }) {
  const fields = useFields('cardRuns')
  const state = fields?.state?.options?.find(({ value }) => value === run.state)
  const kind = fields?.kind?.options?.find(({ value }) => value === run.kind)?.label ?? ''
  const asked = formatDateTime(plainText(run._created_at), organisationTimeZone())
  return (
    <Page
      title="Emissão de cartões"
      state={state && <StateBadge tone={state.tone} label={state.label} />}
      subtitle={`${kind} · pedida por ${plainText(run.createdByName)}, ${asked}`}
      action={<RunActions run={run} />}
    >
      {run.state === 'done' ? (
        <Result run={run} />
      ) : (
        <WorkPanel resource="cardRuns" work={run} label="Emissão em curso" />
      )}
    </Page>
  )
}

function RunActions({ run }: { run: Run }) {
  return run.state === 'done' && run.count > 0 && run.type !== 'digital' ? <PrintRun run={run} /> : null
}

function Result({ run }: { run: Run }) {
  const terminology = useTerminology()
  const reasons = Object.entries(run.leftOut ?? {}) as [CardLeftOutReason, number][]
  if (run.count === 0 && reasons.length === 0)
    return <EmptyState title="Nada por emitir">Nada foi alterado.</EmptyState>
  return (
    <>
      <Facts>
        <Fact label="Cartões emitidos" value={formatCount(run.count)} />
        {reasons.map(([reason, count]) => (
          <Fact key={reason} label={cardLeftOutReasons[reason]} value={formatCount(count)} />
        ))}
      </Facts>
      <Button
        component={Link}
        to={cardsOfRunPath(terminology, run._id)}
        variant="default"
        className={classes.way}
      >
        Ver os cartões
      </Button>
    </>
  )
}

/** What was issued and waits for paper goes to it. */
function PrintRun({ run }: { run: Run }) {
  const mayPrint = useMay('printBatches').create
  const where = { cardRunId: [run._id], status: ['toPrint'] }
  const waiting = useQuery({ ...listQuery('membershipCards', { limit: 1, where }), enabled: mayPrint })
  const count = waiting.data?.meta.total ?? 0
  const [asked, setAsked] = useState(false)
  if (!mayPrint || count === 0) return null
  return (
    <>
      <Button
        leftSection={<IconPrinter size="1.125rem" stroke={1.5} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        Imprimir {counted(count, 'cartão', 'cartões')}
      </Button>
      {asked && (
        <Suspense fallback={null}>
          <PrintDialog
            toPrint={{
              cardSet: 'selecao',
              chosen: { query: { _cardRunId: [run._id], _status: ['toPrint'] } },
              count,
            }}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </>
  )
}
