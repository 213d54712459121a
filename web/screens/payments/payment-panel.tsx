import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { useSettings } from '../../api/queries.ts'
import type { FieldInputProps } from '../../fields/field-face.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { OptionButtons } from '../../fields/option-buttons.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { fieldId } from '../../resource/form/field-focus.ts'
import { EntryPanel, LargeAmount, MoreFields } from '../../ui/entry-sheet.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { saveKeys } from '../../ui/hotkeys.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { AccountInput } from '../treasury/index.ts'
import { amountOfAll, cashProblemOf, changeOf, overpaymentWarning } from './payment-plan.ts'
import { PaymentSummary } from './payment-summary.tsx'
import { registerButtonId } from './use-entry-keys.ts'
import { entryForm, rareFieldsOf, type PaymentEntryControls } from './use-payment-entry.ts'
import classes from './payment-entry.module.css'

/** The fields of the payment, the summary of what it settles, and the button that registers it. */
export function PaymentPanel({ entry }: { entry: PaymentEntryControls }) {
  const { fields, values } = entry
  return (
    <EntryPanel
      label="Pagamento"
      foot={
        <>
          <FormMessage>{entry.problem}</FormMessage>
          <Button
            id={registerButtonId}
            size="md"
            fullWidth
            loading={entry.saving}
            rightSection={<KeyCaps keys={saveKeys.keys} onPrimary />}
            onClick={() => void entry.register()}
          >
            Registar e emitir recibo
          </Button>
        </>
      }
    >
      <Amount entry={entry} />
      {fields.method && (
        <OptionButtons
          id={fieldId(entryForm, 'method')}
          field={fields.method}
          value={values.method}
          error={entry.errorOf('method') ?? cashProblemOf(entry.plan, values)}
          keyOf={(index) => `Alt+${index + 1}`}
          onChange={(method) => entry.set('method', method)}
        />
      )}
      {values.method === 'cash' && <CashGiven key={entry.entry} entry={entry} />}
      <div className={classes.pair}>
        <EntryField entry={entry} name="date" warning={dateWarning(values.date, organisationToday())} />
        <EntryField entry={entry} name="receivedBy" />
      </div>
      {needsDateConfirmation(entry) && <EntryField entry={entry} name="dateConfirmed" />}
      <RareFields key={entry.entry} entry={entry} />
      {entry.payers.length > 0 && entry.isReady && <PaymentSummary entry={entry} />}
    </EntryPanel>
  )
}

/** Whether the server asked to confirm the date, or the person confirmed it. */
function needsDateConfirmation({ errorOf, values }: PaymentEntryControls): boolean {
  return errorOf('dateConfirmed') !== undefined || values.dateConfirmed === true
}

function Amount({ entry }: { entry: PaymentEntryControls }) {
  const field = entry.fields.amount
  if (!field) return null
  return (
    <LargeAmount>
      <FieldInput
        id={fieldId(entryForm, 'amount')}
        field={field}
        value={entry.amount ?? null}
        record={entry.values}
        error={entry.errorOf('amount')}
        warning={overpaymentWarning(entry.plan)}
        onChange={entry.setAmount}
      />
      {entry.isReady && entry.plan.remaining > 0 && (
        <Button variant="subtle" size="compact-sm" className={classes.all} onClick={entry.payAll}>
          Pagar tudo: {formatAmount(amountOfAll(entry.plan))}
        </Button>
      )}
    </LargeAmount>
  )
}

/** Cash that the person hands over, and the change; neither is part of the payment. */
function CashGiven({ entry }: { entry: PaymentEntryControls }) {
  const [given, setGiven] = useState<unknown>(null)
  const change = changeOf(given, entry.plan.amount)
  return (
    <div className={classes.pair}>
      <FieldInput
        id={fieldId(entryForm, 'cashGiven')}
        field={givenField}
        value={given}
        record={entry.values}
        onChange={setGiven}
      />
      {change !== undefined && (
        <output
          className={classes.change}
          htmlFor={fieldId(entryForm, 'cashGiven')}
          data-missing={change < 0}
        >
          <span>{change < 0 ? 'Falta' : 'Troco'}</span>
          <strong>{formatAmount(Math.abs(change))}</strong>
        </output>
      )}
    </div>
  )
}

const givenField: FieldDescriptor = {
  name: 'cashGiven',
  label: 'Entregue',
  type: 'float32',
  inputType: 'money',
  validation: [],
  group: '',
}

function RareFields({ entry }: { entry: PaymentEntryControls }) {
  const hasTreasury = useSettings().hasTreasury === 'true'
  const names = rareFieldsOf({ hasTreasury })
  const includesOne = (some: readonly string[]) => some.some((name) => names.includes(name))
  return (
    <MoreFields
      title={hasTreasury ? 'Referência, conta, comissão e observações' : 'Referência e observações'}
      isFilled={includesOne(entry.changes)}
      isWrong={includesOne(entry.wrong)}
    >
      {names.map((name) => (
        <EntryField
          key={name}
          entry={entry}
          name={name}
          Input={name === 'bankAccountId' ? AccountInput : FieldInput}
        />
      ))}
    </MoreFields>
  )
}

interface EntryFieldProps {
  entry: PaymentEntryControls
  name: string
  warning?: string | undefined
  Input?: (props: FieldInputProps) => ReactNode
}

function EntryField({ entry, name, warning, Input = FieldInput }: EntryFieldProps) {
  const field = entry.fields[name]
  if (!field) return null
  return (
    <Input
      id={fieldId(entryForm, name)}
      field={field}
      value={entry.values[name] ?? null}
      record={entry.values}
      error={entry.errorOf(name)}
      warning={warning}
      onChange={(value) => entry.set(name, value)}
    />
  )
}

/** The warning below a payment date other than `today`; names the receipt series when the year differs. */
export function dateWarning(date: unknown, today: string): string | undefined {
  if (date === today) return undefined
  const year = typeof date === 'string' && isDate(date) ? date.slice(0, 4) : undefined
  if (year === undefined || year === today.slice(0, 4)) return 'Não é a data de hoje.'
  return `Não é a data de hoje: o recibo fica na série de ${year}.`
}
