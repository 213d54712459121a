import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cardLeftOutReasons, type CardLeftOutReason } from '@agremia/resources/definitions/card-runs.ts'
import { pluralReason } from '@agremia/resources/rules/plural-reason.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { listQuery, useFields, useMay, useTerminology } from '../../api/queries.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { requestText, useWork, WorkPanel, WorkState } from '../../resource/actions/work-panel.tsx'
import { ClosedHistory } from '../../resource/record-history.tsx'
import { EmptyState, NoSuchPage } from '../../ui/message-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { cardsOfRunPath } from '../../paths/cards.ts'
import classes from './card-run-view.module.css'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

const PrintDialog = lazyDialog(() => import('./print-dialog.tsx'))

type Run = ResourceRecord<'cardRuns'>

/** The page of one issue: how many cards it created, whom it left out and why, and printing. */
export default function CardRunView() {
  const { id } = useParams()
  const query = useWork('cardRuns', id)
  return (
    <QueryPage query={query} missing={<NoSuchPage>Esta emissão não existe.</NoSuchPage>}>
      {(run) => <RunPage run={run} />}
    </QueryPage>
  )
}

function RunPage({ run }: { run: Run }) {
  const fields = useFields('cardRuns')
  const kind = fields?.kind?.options?.find(({ value }) => value === run.kind)?.label ?? ''
  return (
    <Page
      title="Emissão de cartões"
      state={<WorkState resource="cardRuns" work={run} />}
      subtitle={`${kind} · pedida por ${requestText(run)}`}
      action={<RunActions run={run} />}
    >
      {run.state === 'done' ? (
        <Result run={run} />
      ) : (
        <WorkPanel resource="cardRuns" work={run} label="Emissão em curso" />
      )}
      <ClosedHistory resource="cardRuns" id={run._id} />
    </Page>
  )
}

function RunActions({ run }: { run: Run }) {
  return run.state === 'done' && run.count > 0 && run.type !== 'digital' ? <PrintRunButton run={run} /> : null
}

function Result({ run }: { run: Run }) {
  const terminology = useTerminology()
  const reasons = Object.entries(run.leftOut ?? {}) as [CardLeftOutReason, number][]
  if (run.count === 0 && reasons.length === 0)
    return <EmptyState title="Nada por emitir">Nada foi alterado.</EmptyState>
  return (
    <>
      <Facts>
        <Fact label="Cartões emitidos" value={formatNumber(run.count)} />
        {reasons.map(([reason, count]) => (
          <Fact
            key={reason}
            label={pluralReason(cardLeftOutReasons[reason], count)}
            value={formatNumber(count)}
          />
        ))}
      </Facts>
      <Button
        component={AppLink}
        to={cardsOfRunPath(terminology, run._id)}
        variant="default"
        className={classes.way}
      >
        Ver os cartões
      </Button>
    </>
  )
}

/** Prints the cards of the issue that are not printed yet. */
function PrintRunButton({ run }: { run: Run }) {
  const mayPrint = useMay('printBatches').create
  const where = { cardRunId: [run._id], status: ['toPrint'] }
  const waiting = useQuery({ ...listQuery('membershipCards', { limit: 1, where }), enabled: mayPrint })
  const count = waiting.data?.meta.total ?? 0
  const [isDialogOpen, setDialogOpen] = useState(false)
  if (!mayPrint || count === 0) return null
  return (
    <>
      <CommandButton
        icon={IconPrinter}
        label={`Imprimir ${counted(count, 'cartão', 'cartões')}`}
        variant="filled"
        onClick={() => setDialogOpen(true)}
      />
      {isDialogOpen && (
        <PrintDialog
          toPrint={{
            cardSet: 'selecao',
            chosen: { query: { _cardRunId: [run._id], _status: ['toPrint'] } },
            count,
          }}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}
