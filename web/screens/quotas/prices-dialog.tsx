import { useState } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { isApiError, type FieldErrors } from '../../api/client.ts'
import { keys, useFields } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { FieldDialog } from '../../resource/field-dialog.tsx'
import { askToLeave } from '../../resource/form/leave-guard.ts'
import { useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Category, Plan } from './plans.ts'
import { priceAt, type Price } from './prices.ts'
import classes from './prices-dialog.module.css'

interface PricesDialogProps {
  plan: Plan
  prices: readonly Price[]
  /** The categories that pay by this plan. */
  users: readonly Category[]
  categories: readonly Category[]
  onClose: () => void
}

/** New prices of a plan, of every category at once, from a day on. */
export function PricesDialog(props: PricesDialogProps) {
  const fields = useFields('quotaPrices')
  return fields ? <ExplainedDialog {...props} fields={fields} /> : null
}

const otherCategories = 'Todas as outras'

/** What is written of a row: null is an empty box. */
interface Written {
  amount: unknown
  joia: unknown
}

interface Row {
  /** Null: for the categories that have no price of their own. */
  categoryId: string | null
  label: string
  /** What the boxes begin with: the price that holds, where it is this row's own. */
  before: Written
}

function ExplainedDialog({
  plan,
  prices,
  users,
  categories,
  fields,
  onClose,
}: PricesDialogProps & { fields: FieldMap }) {
  const client = useQueryClient()
  const [validFrom, setValidFrom] = useState<unknown>(() => usualDay(prices))
  const [rows] = useState(() => rowsOf(prices, users, categories))
  const [written, setWritten] = useState<readonly Written[]>(() => rows.map(({ before }) => before))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const id = 'new-prices'
  const changed = rows.flatMap((row, index) =>
    isSame(written[index], row.before) ? [] : [{ row, index, ...written[index] }],
  )
  useFocusOnRefusal({ id, saving: busy, wrong: Object.keys(errors) })

  async function save() {
    setBusy(true)
    setErrors({})
    setProblem(undefined)
    try {
      const given = changed.map(({ row, amount, joia }) => ({ categoryId: row.categoryId, amount, joia }))
      await runAction('quotaPlans', plan._id, 'setPrices', { validFrom: validFrom ?? null, prices: given })
      void client.invalidateQueries({ queryKey: keys.lists('quotaPrices') })
      toast('Guardado com sucesso.')
      onClose()
    } catch (error) {
      if (isApiError(error) && error.errors)
        setErrors(
          onRows(
            error.errors,
            changed.map(({ index }) => index),
          ),
        )
      else setProblem(isApiError(error) ? error.message : 'Não foi possível guardar.')
    } finally {
      setBusy(false)
    }
  }

  async function close() {
    if (changed.length === 0 || (await askToLeave(changed.length))) onClose()
  }

  const { validFrom: dayField, amount, joia } = fields
  if (!dayField || !amount || !joia) return null
  const { Input: DayInput } = faceOf(dayField)
  return (
    <FieldDialog
      title={`${prices.length === 0 ? 'Preços' : 'Novos preços'} de «${plan.name}»`}
      width="40rem"
      onClose={() => void close()}
      onSubmit={() => void save()}
      footer={
        <>
          <Button variant="default" onClick={() => void close()}>
            Cancelar
          </Button>
          <Button type="submit" loading={busy} disabled={changed.length === 0}>
            Guardar
          </Button>
        </>
      }
    >
      {(problem ?? errors.prices) && <FormMessage>{problem ?? errors.prices?.join(' ')}</FormMessage>}
      <div className={classes.day}>
        <DayInput
          id={`${id}-validFrom`}
          field={dayField}
          value={validFrom}
          record={{}}
          error={errors.validFrom?.join(' ')}
          onChange={setValidFrom}
        />
      </div>
      <p className={classes.note}>
        As categorias sem preço seu pagam como «{otherCategories}». Com 0,00 € não pagam nada.
      </p>
      <PriceBoxes
        rows={rows}
        written={written}
        fields={[amount, joia]}
        errorOf={(index, name) => errors[`${index}.${name}`]?.join(' ')}
        idOf={(index, name) => `${id}-${index}.${name}`}
        onChange={(index, part) =>
          setWritten((all) => all.map((one, at) => (at === index ? { ...one, ...part } : one)))
        }
      />
    </FieldDialog>
  )
}

interface PriceBoxesProps {
  rows: readonly Row[]
  written: readonly Written[]
  fields: readonly FieldDescriptor[]
  errorOf: (index: number, name: string) => string | undefined
  idOf: (index: number, name: string) => string
  onChange: (index: number, part: Partial<Written>) => void
}

function PriceBoxes({ rows, written, fields, errorOf, idOf, onChange }: PriceBoxesProps) {
  return (
    <table className={classes.table} aria-label="Preços por categoria">
      <thead>
        <tr>
          <th scope="col">Categoria</th>
          {fields.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.categoryId ?? 'general'}>
            <th scope="row">{row.label}</th>
            {fields.map((field) => {
              const { Input } = faceOf(field)
              return (
                <td key={field.name}>
                  <Input
                    id={idOf(index, field.name)}
                    field={{
                      ...field,
                      label: `${field.label}, ${row.label}`,
                      help: undefined,
                      validation: [],
                    }}
                    value={written[index]?.[field.name as keyof Written]}
                    record={{}}
                    error={errorOf(index, field.name)}
                    onChange={(value) => onChange(index, { [field.name]: value })}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The general price first, then each category that pays by the plan or has a price of its own in it. */
function rowsOf(
  prices: readonly Price[],
  users: readonly Category[],
  categories: readonly Category[],
): Row[] {
  const today = organisationToday()
  const shown = new Set([...users.map(({ _id }) => _id), ...prices.map(({ categoryId }) => categoryId)])
  const before = (categoryId: string | null): Written => {
    const held = priceAt(prices, categoryId, today)
    const isIts = held !== undefined && (categoryId === null || held.isOwn)
    return isIts ? { amount: held.amount, joia: held.joia } : { amount: null, joia: null }
  }
  return [
    { categoryId: null, label: otherCategories, before: before(null) },
    ...categories
      .filter(({ _id }) => shown.has(_id))
      .map(({ _id, name }) => ({ categoryId: _id, label: name, before: before(_id) })),
  ]
}

function isSame(written: Written | undefined, before: Written): boolean {
  return written?.amount === before.amount && written?.joia === before.joia
}

/** From the beginning of this year where there is no price, or else of the next: assemblies decide ahead. */
function usualDay(prices: readonly Price[]): string {
  const year = Number(organisationToday().slice(0, 4))
  return `${prices.length === 0 ? year : year + 1}-01-01`
}

/** Errors of the prices that were sent (`prices.0.amount`), by the rows that they stand in (`3.amount`). */
function onRows(errors: FieldErrors, sent: readonly number[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => {
      const [, place, field] = /^prices\.(\d+)\.(\w+)$/.exec(name) ?? []
      return place === undefined || field === undefined
        ? [name, messages]
        : [`${sent[Number(place)] ?? 0}.${field}`, messages]
    }),
  )
}
