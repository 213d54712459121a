import { useQuery } from '@tanstack/react-query'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { fieldFrame } from '../../fields/field-frame.tsx'
import type { FieldInputProps } from '../../fields/field-face.ts'
import { referenceText } from '../../fields/texts.ts'
import { accountsQuery } from './treasury-accounts.ts'
import { Choice } from '../../ui/choice.tsx'
import classes from './transactions-lead.module.css'

/** Chooses an account in use, each with its balance; an optional field can be emptied. */
export function AccountInput(props: FieldInputProps) {
  const { field, value, record, onChange, onBlur } = props
  const accounts = useQuery(accountsQuery).data?.data ?? []
  const offered = accounts.filter(({ _id, active }) => active || _id === value)
  const balances = new Map(offered.map(({ _id, balance }) => [_id, balance]))
  const known = offered.map(({ _id, name }) => ({ value: _id, label: name }))
  // The account of a stored transaction, before all are loaded.
  const stored = { value: String(value), label: referenceText(value, field, record) }
  const isKnown = typeof value !== 'string' || known.some((one) => one.value === value)
  return (
    <Choice
      {...fieldFrame(props)}
      data={isKnown ? known : [...known, stored]}
      value={typeof value === 'string' ? value : null}
      onChange={(id, option) => onChange(id, { [field.name.replace(/Id$/, 'Label')]: option?.label ?? null })}
      onBlur={onBlur}
      clearable={!field.validation.includes('required')}
      withCheckIcon={false}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          <span className={classes.balance}>{formatAmount(toCents(balances.get(option.value)))}</span>
        </span>
      )}
    />
  )
}
