import { Button, UnstyledButton } from '@mantine/core'
import { IconArrowsSplit2, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { fieldFrame } from '../../fields/field-frame.tsx'
import type { FieldInputProps } from '../../fields/field-face.ts'
import { fieldId, focusField } from '../../resource/form/field-focus.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { inTree } from './category-input.tsx'
import { firstLines, linesOf, remainingCents, restText, type SplitLine, withRest } from './split-lines.ts'
import { Choice } from '../../ui/choice.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from './cost-center-input.module.css'

const centersQuery = listQuery('costCenters', { limit: 500, sort: 'name' })

/** The cost centre of a transaction, or its division by several. */
export function CostCenterInput({ form }: { form: FormControls<'transactions'> }) {
  const { fields, values } = form
  const lines = linesOf(values.splits)
  if (!fields.costCenterId || !fields.splits) return null
  if (lines.length > 0) return <SplitLines form={form} lines={lines} />
  return (
    <div className={classes.one}>
      <CenterSelect
        id={fieldId(form.id, 'costCenterId')}
        field={fields.costCenterId}
        value={values.costCenterId}
        record={values}
        error={form.errorOf('costCenterId')}
        onChange={(id, companions) => form.set('costCenterId', id, companions)}
      />
      <UnstyledButton
        className={classes.split}
        onClick={() => {
          form.setMany({ splits: firstLines(values.costCenterId), costCenterId: null })
          setTimeout(() => focusField(form.id, 'splits-0-costCenterId'))
        }}
      >
        <IconArrowsSplit2 size="1rem" stroke={1.5} aria-hidden />
        Dividir por vários
      </UnstyledButton>
    </div>
  )
}

interface SplitLinesProps {
  form: FormControls<'transactions'>
  lines: readonly SplitLine[]
}

/** The parts of a transaction, whose sum is its amount. */
function SplitLines({ form, lines }: SplitLinesProps) {
  const { fields, values } = form
  const rest = remainingCents(values.amount, lines)
  const change = (next: readonly SplitLine[]) => form.set('splits', next)
  const changeLine = (index: number, part: Partial<SplitLine>) =>
    change(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  return (
    <fieldset className={classes.lines} aria-describedby={fieldId(form.id, 'rest')}>
      <legend>Divisão por centros de custos</legend>
      {lines.map((line, index) => (
        // Lines have no identity: they are replaced as a whole.
        // oxlint-disable-next-line no-array-index-key
        <div key={index} className={classes.line}>
          {fields.costCenterId && (
            <CenterSelect
              id={fieldId(form.id, `splits-${index}-costCenterId`)}
              field={{ ...fields.costCenterId, label: `Centro de custos ${index + 1}` }}
              value={line.costCenterId}
              record={{}}
              onChange={(id) => changeLine(index, { costCenterId: id as string | null })}
            />
          )}
          {fields.amount && (
            <FieldInput
              id={fieldId(form.id, `splits-${index}-amount`)}
              field={{ ...fields.amount, label: `Valor ${index + 1}` }}
              value={line.amount ?? null}
              record={{}}
              onChange={(amount) => changeLine(index, { amount })}
            />
          )}
          <Button
            variant="default"
            disabled={rest === 0}
            aria-label={`O resto na linha ${index + 1}`}
            onClick={() => change(withRest(values.amount, lines, index))}
          >
            O resto
          </Button>
          <Button
            variant="subtle"
            color="gray"
            className={classes.remove}
            aria-label={`Retirar a linha ${index + 1}`}
            onClick={() => change(lines.length > 1 ? lines.toSpliced(index, 1) : [])}
          >
            <IconTrash size="1.125rem" stroke={1.5} aria-hidden />
          </Button>
        </div>
      ))}
      <div className={classes.foot}>
        <CommandButton
          icon={IconPlus}
          label="Outra linha"
          variant="subtle"
          size="compact-sm"
          onClick={() => change([...lines, { costCenterId: null, amount: null }])}
        />
        <Button variant="subtle" size="compact-sm" onClick={() => change([])}>
          Não dividir
        </Button>
        <output id={fieldId(form.id, 'rest')} className={classes.rest} data-some={rest !== 0}>
          {restText(rest)}
        </output>
      </div>
      {form.errorOf('splits') !== undefined && (
        <p className={classes.error} role="alert">
          {form.errorOf('splits')}
        </p>
      )}
    </fieldset>
  )
}

function CenterSelect(props: FieldInputProps) {
  const { value, onChange, onBlur, field } = props
  const all = useQuery(centersQuery).data?.data ?? []
  const offered = inTree(all.filter(({ _id, active }) => active || _id === value))
  return (
    <Choice
      {...fieldFrame(props)}
      data={offered.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={typeof value === 'string' ? value : null}
      onChange={(id, option) => onChange(id, { costCenterLabel: option?.label ?? null })}
      onBlur={onBlur}
      clearable
      clearButtonProps={{ 'aria-label': `Limpar ${field.label}` }}
    />
  )
}
