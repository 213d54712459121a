import { useId } from 'react'
import { Button, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { fieldId } from '../../resource/form/field-focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { cashProblemOf, overpaymentWarning } from './payment-plan.ts'
import { PaymentSummary } from './payment-summary.tsx'
import { registerButtonId } from './use-entry-keys.ts'
import { entryForm, type PaymentEntryControls } from './use-payment-entry.ts'
import classes from './payment-entry.module.css'
import methodClasses from './method-choice.module.css'

/** The fields of the payment, the summary of what it settles, and the button that registers it. */
export function PaymentPanel({ entry }: { entry: PaymentEntryControls }) {
  const { fields, values } = entry
  return (
    <section className={classes.panel} aria-label="Pagamento">
      <div className={`${classes.card} ${classes.particulars}`}>
        <Amount entry={entry} />
        {fields.method && (
          <MethodChoice
            id={fieldId(entryForm, 'method')}
            field={fields.method}
            value={values.method}
            error={entry.errorOf('method') ?? cashProblemOf(entry.plan, values)}
            onChange={(method) => entry.set('method', method)}
          />
        )}
        <div className={classes.pair}>
          <EntryField entry={entry} name="date" warning={dateWarning(values.date, organisationToday())} />
          <EntryField entry={entry} name="receivedBy" />
        </div>
        {needsDateConfirmation(entry) && <EntryField entry={entry} name="dateConfirmed" />}
        <MoreFields key={entry.entry} entry={entry} />
        {entry.payers.length > 0 && entry.isReady && <PaymentSummary entry={entry} />}
      </div>
      <div className={classes.register}>
        <FormMessage>{entry.problem}</FormMessage>
        <Button
          id={registerButtonId}
          size="md"
          fullWidth
          loading={entry.saving}
          rightSection={<KeyCaps keys="mod+Enter" onPrimary />}
          onClick={() => void entry.register()}
        >
          Registar e emitir recibo
        </Button>
      </div>
    </section>
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
    <div className={classes.amount}>
      <FieldInput
        id={fieldId(entryForm, 'amount')}
        field={field}
        value={entry.amount ?? null}
        record={entry.values}
        error={entry.errorOf('amount')}
        warning={overpaymentWarning(entry.plan)}
        onChange={entry.setAmount}
      />
    </div>
  )
}

const moreFields = ['reference', 'notes']
const includesMoreField = (names: readonly string[]) => names.some((name) => moreFields.includes(name))

/** Fields that few payments use: collapsed for each new entry unless they have a value. */
function MoreFields({ entry }: { entry: PaymentEntryControls }) {
  const [open, { toggle, open: show }] = useDisclosure(includesMoreField(entry.changes))
  if (!open && includesMoreField(entry.wrong)) show()
  return (
    <div className={classes.more}>
      <UnstyledButton className={classes.moreButton} aria-expanded={open} onClick={toggle}>
        <IconChevronRight size="1rem" stroke={1.75} aria-hidden />
        Referência e observações
      </UnstyledButton>
      {open && moreFields.map((name) => <EntryField key={name} entry={entry} name={name} />)}
    </div>
  )
}

interface EntryFieldProps {
  entry: PaymentEntryControls
  name: string
  warning?: string | undefined
}

function EntryField({ entry, name, warning }: EntryFieldProps) {
  const field = entry.fields[name]
  if (!field) return null
  return (
    <FieldInput
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

interface MethodChoiceProps {
  id: string
  field: FieldDescriptor
  value: unknown
  error: string | undefined
  onChange: (value: string) => void
}

/** Radio buttons of the payment methods; `Alt` and a digit choose one. */
function MethodChoice({ id, field, value, error, onChange }: MethodChoiceProps) {
  const errorId = useId()
  return (
    <fieldset
      id={id}
      className={methodClasses.methods}
      aria-describedby={error === undefined ? undefined : errorId}
      aria-invalid={error !== undefined}
    >
      <legend className="visually-hidden">{field.label}</legend>
      <span data-only="print">{field.label}</span>
      <div className={methodClasses.options}>
        {field.options?.map((option, index) => (
          <label key={option.value} className={methodClasses.option} title={`Alt+${index + 1}`}>
            <input
              type="radio"
              className={methodClasses.radio}
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className={methodClasses.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The warning below a payment date other than `today`; names the receipt series when the year differs. */
export function dateWarning(date: unknown, today: string): string | undefined {
  if (date === today) return undefined
  const year = typeof date === 'string' && isDate(date) ? date.slice(0, 4) : undefined
  if (year === undefined || year === today.slice(0, 4)) return 'Não é a data de hoje.'
  return `Não é a data de hoje: o recibo fica na série de ${year}.`
}
