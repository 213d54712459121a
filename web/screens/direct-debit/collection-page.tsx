import type { Euros } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { formatIban } from '@agremia/resources/rules/iban.ts'
import { returnReasons } from '@agremia/resources/return-reasons.ts'
import { Anchor } from '@mantine/core'
import { debitBatchPath } from '../../paths/direct-debit.ts'
import { paymentPath } from '../../paths/dues.ts'
import { historyTab, RecordPage, type RecordPageTab, type RecordPart } from '../../resource/record-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { euros } from '../../ui/euros.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './direct-debit.module.css'

/** The page of a debit: its charges and its state. */
export default function DebitCollectionPage() {
  return <RecordPage resource="debitCollections" tabs={tabs} head={collectionHead} />
}

const tabs: RecordPageTab<'debitCollections'>[] = [
  { name: 'debito', label: 'Débito', panel: (part) => <Collection {...part} /> },
  historyTab,
]

function collectionHead({ record, fields }: RecordPart<'debitCollections'>) {
  const state = fields.state?.options?.find(({ value }) => value === record.state)
  return {
    title: record.memberLabel ?? '',
    state: state && <StateBadge tone={state.tone} label={state.label} />,
    subtitle: (
      <Anchor component={AppLink} to={debitBatchPath(record.batchId)} fz="inherit">
        Remessa {record.batchLabel}
      </Anchor>
    ),
    facts: (
      <Facts>
        <Fact label="Valor" value={euros(record.amount)} />
        <Fact label="Dia da cobrança" value={formatDate(record.collectionDate)} />
        <Fact label="Autorização" value={record.mandateReference} />
        {record.iban !== undefined && <Fact label="IBAN" value={formatIban(record.iban ?? '')} />}
      </Facts>
    ),
  }
}

interface DebitCharge {
  _id: string
  description: string
  dueDate: string
  amount: Euros
}

function Collection({ record }: RecordPart<'debitCollections'>) {
  const charges = (record.charges ?? []) as DebitCharge[]
  const reason = typeof record.reason === 'string' ? returnReasons[record.reason] : undefined
  return (
    <>
      {reason && (
        <Panel
          title={reason.label}
          note={`${formatDate(record.answeredOn ?? '')} · código ${record.reasonCode || '—'}`}
        >
          <p>{reason.advice}</p>
        </Panel>
      )}
      {typeof record.problem === 'string' && (
        <p className={classes.problem} role="alert">
          {record.problem}
        </p>
      )}
      <Panel title="O que paga">
        <ul className={classes.lines}>
          {charges.map(({ _id, description, dueDate, amount }) => (
            <li key={_id}>
              <span className={classes.words}>
                <span>{description}</span>
                <span className="note">vence em {formatDate(dueDate)}</span>
              </span>
              <span className={classes.sum}>{euros(amount)}</span>
            </li>
          ))}
        </ul>
        {typeof record.paymentId === 'string' && (
          <Anchor component={AppLink} to={paymentPath(record.paymentId)}>
            Recibo {record.paymentLabel}
          </Anchor>
        )}
      </Panel>
    </>
  )
}
