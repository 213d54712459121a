import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { BookingKind } from '@agremia/resources/definitions/bank-statements.ts'
import type { FieldDescriptor, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { wordsOf } from '../../fields/texts.ts'
import { ActionDialog, type ActionControls } from '../../resource/actions/action-dialog.tsx'
import { fieldId } from '../../resource/form/field-focus.ts'
import { useSearchText } from '../../ui/search-text.ts'
import { AccountInput, CategoryInput } from '../treasury/index.ts'
import { firstParts, type LinePart, LineParts, partsInput } from './line-parts.tsx'
import classes from './bank.module.css'

interface BookDialogProps {
  kind: BookingKind | 'ignore'
  title: string
  line: ResourceRecord<'bankLines'>
  descriptor: ResourceDescriptor
  /** Of the lines. */
  amountField: FieldDescriptor | undefined
  onRun: (action: string, input: Values) => Promise<void>
  onClose: () => void
}

/** Fields of the action that a person writes, by kind; others have an input of their own. */
const shown: Record<BookingKind, readonly string[]> = {
  payment: ['memberId'],
  entry: ['externalEntityId', 'description'],
  transfer: ['description'],
  transactions: [],
  parts: [],
}

/** Books a line as a person says, or ignores it with a reason. */
export function BookDialog({ kind, title, line, descriptor, amountField, onRun, onClose }: BookDialogProps) {
  const name = kind === 'ignore' ? 'ignore' : 'book'
  const action = descriptor.actions.find((one) => one.name === name)
  if (!action) return null
  const fields = Object.keys(action.fields ?? {})
  return (
    <ActionDialog
      title={title}
      action={action}
      initial={kind === 'ignore' ? {} : { kind, ...(kind === 'parts' && { parts: firstParts(line) }) }}
      {...(kind === 'parts' && { width: '54rem' })}
      omit={kind === 'ignore' ? [] : fields.filter((field) => !shown[kind].includes(field))}
      intro={`${line.description}, ${formatAmount(toCents(line.amount))}`}
      lead={(controls) => (
        <OwnInput
          kind={kind}
          line={line}
          fields={action.fields ?? {}}
          amountField={amountField}
          controls={controls}
        />
      )}
      onRun={async (input) => {
        const parts = input.parts as LinePart[] | undefined
        await onRun(name, parts ? { ...input, parts: partsInput(line, parts) } : input)
        onClose()
      }}
      onClose={onClose}
    />
  )
}

interface OwnInputProps {
  kind: BookDialogProps['kind']
  line: ResourceRecord<'bankLines'>
  fields: NonNullable<ResourceDescriptor['actions'][number]['fields']>
  amountField: FieldDescriptor | undefined
  controls: ActionControls
}

function OwnInput({ kind, line, fields, amountField, controls: { values, set, errorOf } }: OwnInputProps) {
  const inputOf = (name: string) => ({
    id: fieldId('book', name),
    value: values[name] ?? null,
    error: errorOf(name),
    onChange: (value: unknown, companions?: Values) => set({ ...companions, [name]: value }),
  })
  if (kind === 'entry' && fields.categoryId) {
    const record = { ...values, kind: line.amount > 0 ? 'income' : 'expense' }
    const field = { ...fields.categoryId, validation: [...fields.categoryId.validation, 'required'] }
    return <CategoryInput {...inputOf('categoryId')} field={field} record={record} />
  }
  if (kind === 'transfer' && fields.otherAccountId) {
    const label = line.amount > 0 ? 'Da conta' : 'Para a conta'
    const field = {
      ...fields.otherAccountId,
      label,
      validation: [...fields.otherAccountId.validation, 'required'],
    }
    return <AccountInput {...inputOf('otherAccountId')} field={field} record={values} />
  }
  if (kind === 'parts' && amountField)
    return (
      <LineParts
        line={line}
        fields={fields}
        amountField={amountField}
        parts={(values.parts ?? []) as LinePart[]}
        error={errorOf('parts')}
        onChange={(parts) => set({ parts })}
      />
    )
  if (kind === 'transactions')
    return (
      <TransactionsChoice
        line={line}
        ids={wordsOf(values.transactionIds)}
        error={errorOf('transactionIds')}
        onChange={(transactionIds) => set({ transactionIds })}
      />
    )
  return null
}

interface TransactionsChoiceProps {
  line: ResourceRecord<'bankLines'>
  ids: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

const limit = 30

/** The transactions of the account that the bank has not confirmed; those that are chosen must add up to the line. */
function TransactionsChoice({ line, ids, error, onChange }: TransactionsChoiceProps) {
  const [typed, setTyped] = useState('')
  const { asked: search, current } = useSearchText(typed)
  const [sums] = useState(() => new Map<string, number>())
  const query = useQuery({
    ...listQuery('transactions', {
      search,
      where: { accountId: line.accountId, status: 'registered', reconciledOn: 'null' },
      sort: '-date',
      limit,
      columns: ['number', 'date', 'description', 'effect'],
    }),
  })
  const answer = current(query.data)
  const found = answer?.data ?? []
  for (const { _id, effect } of found) sums.set(_id, toCents(effect))
  const total = ids.reduce((sum, id) => sum + (sums.get(id) ?? 0), 0)
  const toggle = (id: string) => onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  return (
    <div className="stack">
      <TextInput
        label="Procurar"
        placeholder="Número ou descrição"
        value={typed}
        error={error}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className={classes.options} aria-label="Transações por conciliar">
        {found.map((one) => (
          <li key={one._id}>
            <Checkbox
              checked={ids.includes(one._id)}
              label={`${one.number} · ${formatDate(one.date)} · ${one.description} · ${formatAmount(toCents(one.effect))}`}
              onChange={() => toggle(one._id)}
            />
          </li>
        ))}
      </ul>
      {answer?.data.length === 0 && <p>Não há transações por conciliar nesta conta.</p>}
      <p className={classes.sum}>
        Soma {formatAmount(total)} de {formatAmount(toCents(line.amount))}
      </p>
    </div>
  )
}
