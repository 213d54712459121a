import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { recordQuery, useFields } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { OptionButtons } from '../../fields/option-buttons.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { documentParameter, kindParameter, transactionPath } from '../../paths/treasury.ts'
import { EnteredCount, EnteredList } from '../../resource/entered-list.tsx'
import { isEmptyValue } from '../../resource/form/changes.ts'
import { fieldId, focusField, useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import { useLeaveGuard } from '../../resource/form/leave-guard.ts'
import { type FormControls, ResumedNote, useRecordForm } from '../../resource/record-form.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { saveKeys } from '../../ui/hotkeys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { Page } from '../../ui/page.tsx'
import { isFocusFree } from '../../ui/page-heading.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { valuesOfDocument } from './document-values.ts'
import { addEntered, useEnteredTransactions } from './entered-transactions.ts'
import { type Party } from './party-search.ts'
import { TransactionForm } from './transaction-form.tsx'
import { accountsQuery, type TreasuryAccount } from './treasury-accounts.ts'
import { lastStop, useEntryKeys } from './use-entry-keys.ts'
import { useProposal } from './use-proposal.ts'
import { WithAccounts } from './with-accounts.tsx'

/** The page that registers transactions one after another. The address may name the kind, or a document to pay. */
export default function TransactionNew() {
  const fields = useFields('transactions')
  const accounts = useQuery(accountsQuery).data?.data
  const [params] = useSearchParams()
  const documentId = params.get(documentParameter) ?? undefined
  const document = useQuery({
    ...recordQuery('treasuryDocs', documentId),
    enabled: documentId !== undefined,
  })
  const isReady = fields && accounts && (documentId === undefined || !document.isPending)
  return (
    <WithAccounts>
      {isReady ? (
        <Entries
          key={params.toString()}
          fields={fields}
          accounts={accounts}
          first={{
            ...kindOf(params.get(kindParameter)),
            ...(document.data && valuesOfDocument(document.data)),
          }}
        />
      ) : (
        <PageSkeleton />
      )}
    </WithAccounts>
  )
}

/** Proposed, since people seldom write another. */
const transferDescription = 'Transferência entre contas'

const kinds = ['income', 'expense', 'transfer']

function kindOf(kind: string | null): Values {
  return kind !== null && kinds.includes(kind) ? { kind } : {}
}

interface EntriesProps {
  fields: FieldMap
  accounts: readonly TreasuryAccount[]
  /** Values of the first transaction, besides those kept. */
  first: Values
}

function Entries({ fields, accounts, first }: EntriesProps) {
  const { entered, kept } = useEnteredTransactions()
  const [count, setCount] = useState(0)
  const initial = useMemo(
    () => {
      const values = { ...initialValues(accounts), ...usable(kept, accounts), ...(count === 0 && first) }
      return values.kind === 'transfer' ? { description: transferDescription, ...values } : values
    },
    // Only for a new entry: what is kept changes when one is registered.
    // oxlint-disable-next-line exhaustive-deps
    [count],
  )
  return (
    <Page title="Nova transação" tools={<EnteredCount entered={entered} gender="f" />}>
      <Entry
        key={count}
        fields={fields}
        initial={initial}
        onDone={(transaction) => {
          addEntered(transaction)
          setCount(count + 1)
        }}
      />
      <EnteredList entered={entered} gender="f" pathOf={transactionPath} />
    </Page>
  )
}

function initialValues(accounts: readonly TreasuryAccount[]): Values {
  const account = accounts.find(({ active }) => active)
  return {
    kind: 'expense',
    date: organisationToday(),
    ...(account && { accountId: account._id, accountLabel: account.name }),
  }
}

/** The kept values, without accounts that are no longer in use. */
function usable(kept: Values, accounts: readonly TreasuryAccount[]): Values {
  const isUsed = (id: unknown) => accounts.some((account) => account._id === id && account.active)
  return Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => !name.endsWith('ccountId') || isUsed(value)),
  )
}

interface EntryProps {
  fields: FieldMap
  initial: Values
  onDone: (transaction: ResourceRecord<'transactions'>) => void
}

/** One transaction, from the first key to the answer. */
function Entry({ fields, initial, onDone }: EntryProps) {
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const form = useRecordForm({ resource: 'transactions', fields, initial })
  const [party, setParty] = useState<Party>()
  const [isSendingFiles, setIsSendingFiles] = useState(false)
  const { warning, register } = useRegister(form, onDone)
  const fillFrom = useFillFromDocument(form)
  const { kind } = form.values
  useProposal(form, party, (isWhole) => {
    const isInParty = document.activeElement?.id === fieldId(form.id, 'externalEntityId')
    if (isInParty || isFocusFree()) focusField(form.id, isWhole ? 'amount' : 'categoryId')
  })
  useFocusOnRefusal(form)
  useLeaveGuard(form)
  const clear = () => {
    form.discard()
    setParty(undefined)
    focusFirst(form.id)
  }
  const chooseKind = (next: unknown) => {
    if (next === kind) return
    const ofOthers =
      next === 'transfer'
        ? noTransferValues
        : { toAccountId: null, toAccountLabel: null, arrivalDate: null, arrivalValueDate: null }
    const { description } = form.values
    const isUnnamed = isEmptyValue(description) || description === transferDescription
    form.setMany({
      kind: next,
      categoryId: null,
      categoryLabel: null,
      ...ofOthers,
      ...(isUnnamed && { description: next === 'transfer' ? transferDescription : null }),
    })
    if (next === 'transfer') setParty(undefined)
  }
  useEntryKeys(root, {
    amountId: fieldId(form.id, 'amount'),
    register: () => void (isSendingFiles || register()),
    clear,
    chooseKind: (index) => {
      const option = fields.kind?.options?.[index]
      if (option) chooseKind(option.value)
      return option !== undefined
    },
  })
  // The warning is confirmed by pressing the same button again.
  useEffect(() => {
    if (warning !== undefined && !form.saving) button.current?.focus()
  }, [warning, form.saving])
  useEffect(() => focusFirst(form.id), [form.id])
  return (
    <div ref={root}>
      <TransactionForm
        form={form}
        onParty={setParty}
        onFiled={fillFrom}
        onBusy={setIsSendingFiles}
        lead={
          <>
            <ResumedNote form={form} />
            {fields.kind && (
              <OptionButtons
                id={fieldId(form.id, 'kind')}
                field={fields.kind}
                value={kind}
                error={form.errorOf('kind')}
                keyOf={(index) => `Alt+${index + 1}`}
                onChange={chooseKind}
              />
            )}
          </>
        }
        foot={
          <>
            <FormMessage>{form.problem}</FormMessage>
            <Button
              ref={button}
              {...lastStop}
              size="md"
              fullWidth
              loading={form.saving}
              disabled={isSendingFiles}
              rightSection={<KeyCaps keys={saveKeys.keys} onPrimary />}
              onClick={() => void register()}
            >
              {isSendingFiles
                ? 'A enviar os ficheiros…'
                : warning === undefined
                  ? 'Registar'
                  : 'Registar mesmo assim'}
            </Button>
          </>
        }
      />
    </div>
  )
}

/** A transfer has no party, no cost centre and no category. */
const noTransferValues = {
  externalEntityId: null,
  externalEntityLabel: null,
  memberId: null,
  memberLabel: null,
  costCenterId: null,
  costCenterLabel: null,
  splits: null,
}

/** Fills the empty fields from a document that was just filed, for example from the QR code of an invoice. */
function useFillFromDocument(form: FormControls<'transactions'>): (ids: string[]) => void {
  const client = useQueryClient()
  const [filed, setFiled] = useState<ResourceRecord<'treasuryDocs'>>()
  const fill = useEffectEvent((document: ResourceRecord<'treasuryDocs'>) => {
    const { kind: _kind, documentIds: _documentIds, ...values } = valuesOfDocument(document)
    const isWithParty = !isEmptyValue(form.values.externalEntityId) || !isEmptyValue(form.values.memberId)
    const written: Values = form.values
    const free = Object.entries(values).filter(
      ([name, value]) =>
        !isEmptyValue(value) &&
        isEmptyValue(written[name]) &&
        !(isWithParty && /^(externalEntity|member)/.test(name)),
    )
    form.setMany(Object.fromEntries(free))
  })
  useEffect(() => {
    if (filed) fill(filed)
  }, [filed])
  return (ids) => {
    const [id] = ids
    if (id === undefined || form.values.kind === 'transfer') return
    void client
      .fetchQuery(recordQuery('treasuryDocs', id))
      .then((document) => setFiled(document ?? undefined))
  }
}

/** Registers after the warnings of the server are confirmed: the first call shows them, the second one registers. */
function useRegister(
  form: FormControls<'transactions'>,
  onDone: (transaction: ResourceRecord<'transactions'>) => void,
) {
  const [confirmed, setConfirmed] = useState<string>()
  const isBusy = useRef(false)
  const warning = confirmed !== undefined && form.warningOf('amount') === confirmed ? confirmed : undefined

  async function attempt() {
    const warnings = await form.check()
    if (!warnings) return
    const found = warnings.amount?.join(' ')
    if (found !== undefined && found !== warning) {
      setConfirmed(found)
      return
    }
    const transaction = await form.save()
    if (transaction) onDone(transaction)
  }
  async function register() {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await attempt()
    } finally {
      isBusy.current = false
    }
  }
  return { warning, register }
}

/** Focuses the first field that changes from one transaction to the next: the party, or the description of a transfer. */
function focusFirst(formId: string): void {
  const inputs = ['externalEntityId', 'description'].map((name) =>
    document.getElementById(fieldId(formId, name)),
  )
  inputs.find((input) => input !== null)?.focus()
}
