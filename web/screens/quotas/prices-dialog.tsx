import { useState } from 'react'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { type FieldErrors, isApiError } from '../../api/client.ts'
import { useFields } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { runAction } from '../../resource/actions/run-action.ts'
import { FieldDialog } from '../../resource/field-dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { ChangedCharges } from '../../resource/form/changed-charges.tsx'
import { confirmLeave } from '../../resource/form/leave-guard.ts'
import { noAnswer } from '../../resource/form/save-record.ts'
import { useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toasts.tsx'
import { type Category, type Plan, type Price, priceAt } from './plans.ts'
import classes from './prices-dialog.module.css'

interface PricesDialogProps {
  plan: Plan
  prices: readonly Price[]
  /** The categories that use this plan. */
  users: readonly Category[]
  categories: readonly Category[]
  onClose: () => void
}

/** Sets new prices of a plan, for all categories at once, from a day on. */
export function PricesDialog(props: PricesDialogProps) {
  const fields = useFields('quotaPrices')
  return fields ? <PricesForm {...props} fields={fields} /> : null
}

const otherCategories = 'Todas as outras'

/** The inputs of a row; null is an empty box. */
interface PriceInput {
  amount: unknown
  joia: unknown
}

interface Row {
  /** Null: the general price, for categories without their own. */
  categoryId: string | null
  label: string
  /** Initial inputs: the current price, if the row has its own. */
  before: PriceInput
}

function PricesForm({
  plan,
  prices,
  users,
  categories,
  fields,
  onClose,
}: PricesDialogProps & { fields: FieldMap }) {
  const [validFrom, setValidFrom] = useState<unknown>(() => defaultDay(prices))
  const [rows] = useState(() => rowsOf(prices, users, categories))
  const [inputs, setInputs] = useState<readonly PriceInput[]>(() => rows.map(({ before }) => before))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [charges, setCharges] = useState<string>()
  const id = 'new-prices'
  const changed = rows.flatMap((row, index) =>
    isSame(inputs[index], row.before) ? [] : [{ row, index, ...inputs[index] }],
  )
  const body = {
    validFrom: validFrom ?? null,
    prices: changed.map(({ row, amount, joia }) => ({ categoryId: row.categoryId, amount, joia })),
  }
  useFocusOnRefusal({ id, saving: busy, wrong: Object.keys(errors) })

  async function save() {
    setBusy(true)
    setErrors({})
    setProblem(undefined)
    try {
      const input = { ...body, ...(charges && { charges }) }
      if (!(await runAction('quotaPlans', plan._id, 'setPrices', input))) return setProblem(noAnswer)
      toast('Guardado com sucesso.')
      onClose()
    } catch (error) {
      if (isApiError(error) && error.errors)
        setErrors(
          errorsByRow(
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
    if (changed.length === 0 || (await confirmLeave(changed.length))) onClose()
  }

  const { validFrom: dayField, amount, joia } = fields
  if (!dayField || !amount || !joia) return null
  return (
    <FieldDialog
      title={`${prices.length === 0 ? 'Preços' : 'Novos preços'} de «${plan.name}»`}
      width="40rem"
      onClose={() => void close()}
      onSubmit={() => void save()}
      footer={
        <DialogButtons
          label="Guardar"
          onCancel={() => void close()}
          loading={busy}
          disabled={changed.length === 0}
        />
      }
    >
      {(problem ?? errors.prices) && <FormMessage>{problem ?? errors.prices?.join(' ')}</FormMessage>}
      <div className={classes.day}>
        <FieldInput
          id={`${id}-validFrom`}
          field={dayField}
          value={validFrom}
          record={{}}
          error={errors.validFrom?.join(' ')}
          onChange={setValidFrom}
        />
      </div>
      <p className="note">
        As categorias sem preço seu pagam como «{otherCategories}». Com 0,00 € não pagam nada.
      </p>
      <PriceBoxes
        rows={rows}
        inputs={inputs}
        fields={[amount, joia]}
        errorOf={(index, name) => errors[`${index}.${name}`]?.join(' ')}
        idOf={(index, name) => `${id}-${index}.${name}`}
        onChange={(index, part) =>
          setInputs((all) => all.map((one, at) => (at === index ? { ...one, ...part } : one)))
        }
      />
      <ChangedCharges
        path={`${recordPath('quotaPlans', plan._id)}/prices/preview`}
        body={validFrom && changed.length > 0 ? body : undefined}
        field={fields.charges}
        value={charges}
        onChange={setCharges}
        isPaused={busy}
      />
    </FieldDialog>
  )
}

interface PriceBoxesProps {
  rows: readonly Row[]
  inputs: readonly PriceInput[]
  fields: readonly FieldDescriptor[]
  errorOf: (index: number, name: string) => string | undefined
  idOf: (index: number, name: string) => string
  onChange: (index: number, part: Partial<PriceInput>) => void
}

function PriceBoxes({ rows, inputs, fields, errorOf, idOf, onChange }: PriceBoxesProps) {
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
              return (
                <td key={field.name}>
                  <FieldInput
                    id={idOf(index, field.name)}
                    field={{
                      ...field,
                      label: `${field.label}, ${row.label}`,
                      help: undefined,
                      validation: [],
                    }}
                    value={inputs[index]?.[field.name as keyof PriceInput]}
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

/** The general price first, then each category that uses the plan or has its own price in it. */
function rowsOf(
  prices: readonly Price[],
  users: readonly Category[],
  categories: readonly Category[],
): Row[] {
  const today = organisationToday()
  const shown = new Set([...users.map(({ _id }) => _id), ...prices.map(({ categoryId }) => categoryId)])
  const before = (categoryId: string | null): PriceInput => {
    const price = priceAt(prices, categoryId, today)
    const isOwnPrice = price !== undefined && (categoryId === null || price.isOwn)
    return isOwnPrice ? { amount: price.amount, joia: price.joia } : { amount: null, joia: null }
  }
  return [
    { categoryId: null, label: otherCategories, before: before(null) },
    ...categories
      .filter(({ _id }) => shown.has(_id))
      .map(({ _id, name }) => ({ categoryId: _id, label: name, before: before(_id) })),
  ]
}

function isSame(input: PriceInput | undefined, before: PriceInput): boolean {
  return input?.amount === before.amount && input?.joia === before.joia
}

/** January 1 of this year for the first prices, of next year for later ones, because assemblies decide in advance. */
function defaultDay(prices: readonly Price[]): string {
  const year = Number(organisationToday().slice(0, 4))
  return `${prices.length === 0 ? year : year + 1}-01-01`
}

/** Maps errors of the sent prices (`prices.0.amount`) to the rows of the table (`3.amount`). */
function errorsByRow(errors: FieldErrors, sent: readonly number[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => {
      const [, index, field] = /^prices\.(\d+)\.(\w+)$/.exec(name) ?? []
      return index === undefined || field === undefined
        ? [name, messages]
        : [`${sent[Number(index)] ?? 0}.${field}`, messages]
    }),
  )
}
