import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { ActionButtons } from '../../resource/actions/action-buttons.tsx'
import type { BookingKind } from '@agremia/resources/definitions/bank-statements.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { formatIban } from '@agremia/resources/rules/iban.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { choiceText } from '../../fields/texts.ts'
import { paymentPath } from '../../paths/dues.ts'
import { bankLinePath, bankLinesPath, transactionPath } from '../../paths/treasury.ts'
import { runAction } from '../../resource/actions/run-action.ts'
import { historyTab, RecordPage, type RecordPageTab, type RecordPart } from '../../resource/record-page.tsx'
import { useAttempt } from '../../resource/attempt.ts'
import { LinkIfOpen } from '../../ui/app-link.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { saveKeys, useHotkey } from '../../ui/hotkeys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { toast } from '../../ui/toasts.tsx'
import { SignedAmount } from '../treasury/index.ts'
import { BookDialog } from './book-dialog.tsx'
import { bookingOf, type Suggestion } from './suggestions.ts'
import classes from './bank.module.css'

/** The page of a line of a statement: what it probably is, and what else it may be. */
export default function BankLinePage() {
  return <RecordPage resource="bankLines" tabs={tabs} head={lineHead} />
}

const tabs: RecordPageTab<'bankLines'>[] = [
  { name: 'linha', label: 'Linha', panel: (part) => <LinePanel {...part} /> },
  historyTab,
]

function lineHead({ record, fields }: RecordPart<'bankLines'>) {
  const state = fields.status?.options?.find(({ value }) => value === record.status)
  return {
    title: record.counterpartName || record.description,
    state: state && <StateBadge tone={state.tone} label={state.label} />,
    action: null,
    facts: (
      <Facts>
        <Fact label="Valor" value={<SignedAmount euros={record.amount} />} />
        <Fact label="Data" value={formatDate(record.date)} />
        <Fact label="Conta" value={record.accountLabel ?? ''} />
        {record.counterpartIban && <Fact label="IBAN" value={formatIban(record.counterpartIban)} />}
        {record.reference !== null && <Fact label="Referência" value={record.reference} />}
        {record.counterpartName !== null && <Fact label="Descrição do banco" value={record.description} />}
      </Facts>
    ),
  }
}

function LinePanel(part: RecordPart<'bankLines'>) {
  return part.record.status === 'open' ? <OpenLine {...part} /> : <DoneLine {...part} />
}

function OpenLine({ record, descriptor, fields }: RecordPart<'bankLines'>) {
  const [dialog, setDialog] = useState<BookingKind | 'ignore'>()
  const { busy: isBusy, attempt } = useAttempt()
  const finish = useFinish()
  const suggestions = record.suggestions ?? []
  // Only what enters may be a payment.
  const kinds = (fields.kind?.options ?? []).filter(({ value }) => value !== 'payment' || record.amount > 0)
  const mayBook = descriptor.actions.some(({ name }) => name === 'book')
  const run = async (action: string, input: Values) => {
    if (await runAction('bankLines', record._id, action, input)) await finish(record)
  }
  async function choose(suggestion: Suggestion) {
    if (isBusy) return
    await attempt(async () => {
      await run('book', bookingOf(suggestion))
    })
  }
  const [first] = suggestions
  useHotkey(
    { ...saveKeys, label: 'Confirmar a primeira sugestão' },
    () => first && void choose(first),
    mayBook && first !== undefined,
  )
  return (
    <>
      <Panel
        title="O que é?"
        note={suggestions.length === 0 ? 'Nada do que se sabe corresponde a esta linha.' : undefined}
      >
        {suggestions.length > 0 && (
          <ul className={classes.options}>
            {suggestions.map((suggestion, index) => (
              <li
                key={suggestion.label}
                className={classes.option}
                data-sure={suggestion.isSure || undefined}
              >
                <span className={classes.words}>
                  <span>{suggestion.label}</span>
                  <span className="note">{suggestion.reasons.join(' · ')}</span>
                </span>
                {suggestion.isSure && <StateBadge tone="green" label="Certa" />}
                {mayBook && (
                  <Button
                    variant={index === 0 ? 'filled' : 'default'}
                    loading={isBusy}
                    rightSection={index === 0 && <KeyCaps keys={saveKeys.keys} onPrimary />}
                    onClick={() => void choose(suggestion)}
                  >
                    Confirmar
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayBook && (
          <div className={classes.others}>
            {kinds.map(({ value, label }) => (
              <Button key={value} variant="default" onClick={() => setDialog(value as BookingKind)}>
                {label}
              </Button>
            ))}
            <Button variant="subtle" onClick={() => setDialog('ignore')}>
              Ignorar
            </Button>
          </div>
        )}
      </Panel>
      {dialog && (
        <BookDialog
          kind={dialog}
          title={kinds.find(({ value }) => value === dialog)?.label ?? 'Ignorar a linha'}
          line={record}
          descriptor={descriptor}
          amountField={fields.amount}
          onRun={run}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

/** Opens the next line of the account, or the list after the last one. */
function useFinish() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async ({ _id, accountId }: Pick<ResourceRecord<'bankLines'>, '_id' | 'accountId'>) => {
    toast('Conciliada.')
    const where = { accountId, status: 'open' }
    const next = await client.fetchQuery(
      listQuery('bankLines', { where, sort: 'date', limit: 2, columns: ['date'] }),
    )
    const other = next.data.find((line) => line._id !== _id)
    navigate(other ? bankLinePath(other._id) : bankLinesPath)
  }
}

interface BookedTransaction {
  _id: string
  number: string
  description: string
}

/** What the line was booked as, or why it was ignored. */
function DoneLine({ record, fields }: RecordPart<'bankLines'>) {
  const transactions = (record.transactions ?? []) as BookedTransaction[]
  return (
    <Panel title={record.status === 'ignored' ? 'Ignorada' : 'Conciliada'}>
      <div className={classes.booked}>
        {record.status === 'ignored' && <p>{record.ignoreReason}</p>}
        {fields.kind && record.kind !== null && <p>{choiceText(record.kind, fields.kind)}</p>}
        {typeof record.paymentId === 'string' && (
          <LinkIfOpen to={paymentPath(record.paymentId)}>Pagamento {record.paymentLabel}</LinkIfOpen>
        )}
        {transactions.map(({ _id, number, description }) => (
          <LinkIfOpen key={_id} to={transactionPath(_id)}>
            Transação {number}, {description}
          </LinkIfOpen>
        ))}
      </div>
      <div className={classes.others}>
        <ActionButtons resource="bankLines" record={record} names={['undo']} />
      </div>
    </Panel>
  )
}
