import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { PartKind } from '@agremia/resources/definitions/bank-statements.ts'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { FieldInput } from '../../fields/field-input.tsx'
import type { Values } from '../../fields/index.ts'
import { fieldId } from '../../resource/form/field-focus.ts'
import { AccountInput, CategoryInput, remainingCents, restText, withRest } from '../treasury/index.ts'
import { Choice } from '../../ui/choice.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './bank.module.css'

/** A part of a line as a person writes it; its amount has no sign, unless it goes in the other direction. */
export interface LinePart extends Values {
  kind: PartKind
  amount: unknown
}

/** What a part is, besides transactions that exist. */
const kinds: { value: PartKind; label: string; field: string }[] = [
  { value: 'payment', label: 'Pagamento', field: 'memberId' },
  { value: 'entry', label: 'Receita ou despesa', field: 'categoryId' },
  { value: 'transfer', label: 'Transferência', field: 'otherAccountId' },
]

const isExpense = (line: ResourceRecord<'bankLines'>) => line.amount < 0

/** Two parts to begin with. */
export function firstParts(line: ResourceRecord<'bankLines'>): LinePart[] {
  const kind = isExpense(line) ? 'entry' : 'payment'
  return [
    { kind, amount: null },
    { kind, amount: null },
  ]
}

/** The parts as the action takes them: with the sign of the line, and only the field of their kind. */
export function partsInput(line: ResourceRecord<'bankLines'>, parts: readonly LinePart[]): Values[] {
  return parts.map((part) => {
    const name = kinds.find(({ value }) => value === part.kind)?.field ?? ''
    const amount = typeof part.amount === 'number' && isExpense(line) ? 0 - part.amount : part.amount
    return { kind: part.kind, [name]: part[name] ?? null, amount }
  })
}

interface LinePartsProps {
  line: ResourceRecord<'bankLines'>
  /** Of the action. */
  fields: FieldMap
  amountField: FieldDescriptor
  parts: readonly LinePart[]
  error: string | undefined
  onChange: (parts: LinePart[]) => void
}

/** Divides a line over members, categories and accounts; the parts add up to the line. */
export function LineParts({ line, fields, amountField, parts, error, onChange }: LinePartsProps) {
  const total = Math.abs(toCents(line.amount)) / 100
  const rest = remainingCents(total, parts)
  const change = (index: number, values: Values) =>
    onChange(parts.map((part, at) => (at === index ? { ...part, ...values } : part)))
  const offered = kinds.filter(({ value }) => value !== 'payment' || !isExpense(line))
  return (
    <fieldset className={classes.parts} aria-describedby={fieldId('book', 'rest')}>
      <legend>Partes</legend>
      {parts.map((part, index) => (
        // Parts have no identity: they are replaced as a whole.
        // oxlint-disable-next-line no-array-index-key
        <div key={index} className={classes.part}>
          <div className={classes.wide}>
            <Choice
              label={`Parte ${index + 1}`}
              data={offered.map(({ value, label }) => ({ value, label }))}
              value={part.kind}
              onChange={(kind) => kind !== null && change(index, { kind })}
            />
          </div>
          <div className={classes.wide}>
            <PartInput
              line={line}
              fields={fields}
              part={part}
              index={index}
              onChange={(values) => change(index, values)}
            />
          </div>
          <FieldInput
            id={fieldId('book', `parts-${index}-amount`)}
            field={{ ...amountField, name: 'amount', label: `Valor ${index + 1}`, readOnly: false, help: '' }}
            value={part.amount ?? null}
            record={{}}
            onChange={(amount) => change(index, { amount })}
          />
          <Button
            variant="default"
            disabled={rest === 0}
            aria-label={`O resto na parte ${index + 1}`}
            onClick={() => onChange(withRest(total, parts, index))}
          >
            O resto
          </Button>
          <Button
            variant="subtle"
            color="gray"
            disabled={parts.length <= 2}
            aria-label={`Retirar a parte ${index + 1}`}
            onClick={() => onChange(parts.toSpliced(index, 1))}
          >
            <IconTrash size="1.125rem" stroke={1.5} aria-hidden />
          </Button>
        </div>
      ))}
      <div className={classes.partsFoot}>
        <CommandButton
          icon={IconPlus}
          label="Outra parte"
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange([...parts, { kind: parts.at(-1)?.kind ?? 'entry', amount: null }])}
        />
        <output id={fieldId('book', 'rest')} className={classes.sum} data-some={rest !== 0}>
          {restText(rest)}
        </output>
      </div>
      {error !== undefined && (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface PartInputProps {
  line: ResourceRecord<'bankLines'>
  fields: FieldMap
  part: LinePart
  index: number
  onChange: (values: Values) => void
}

/** Whose a part is, or its category, or the other account. */
function PartInput({ line, fields, part, index, onChange }: PartInputProps) {
  const name = kinds.find(({ value }) => value === part.kind)?.field ?? ''
  const field = fields[name]
  if (!field) return null
  const own = { ...field, label: `${field.label} ${index + 1}` }
  const input = {
    id: fieldId('book', `parts-${index}-${name}`),
    field: own,
    value: part[name] ?? null,
    record: part,
    onChange: (value: unknown, companions?: Values) => onChange({ ...companions, [name]: value }),
  }
  if (part.kind === 'entry') {
    // What goes in the other direction is of the other kind.
    const isOut = isExpense(line) !== Number(part.amount) < 0
    return <CategoryInput {...input} record={{ ...part, kind: isOut ? 'expense' : 'income' }} />
  }
  return part.kind === 'transfer' ? <AccountInput {...input} /> : <FieldInput {...input} />
}
