import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { api, isTimedOut, type FieldErrors } from '../../api/client.ts'
import { useFields } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { fieldId, focusField } from '../../resource/form/field-focus.ts'
import { chargeableQuery, type Chargeable } from './payer-queries.ts'
import { entryForm, type PaymentEntryControls } from './use-payment-entry.ts'
import classes from './payment-entry.module.css'
import { CommandButton } from '../../ui/command-button.tsx'

interface AddLineProps {
  entry: PaymentEntryControls
  memberId: string
}

/** Adds a line for something not charged yet, such as next year's quota or a donation. The payment creates the charge and pays it. */
export function AddLine(props: AddLineProps) {
  const [open, setOpen] = useState(false)
  const fields = useFields('unsettledPayments')
  const { data: chargeable } = useQuery({
    ...chargeableQuery(props.memberId, props.entry.entry),
    enabled: open,
  })
  if (!open || !fields || !chargeable) {
    return (
      <CommandButton
        icon={IconPlus}
        label="Acrescentar linha"
        variant="subtle"
        className={classes.other}
        loading={open}
        onClick={() => setOpen(true)}
      />
    )
  }
  const leave = () => {
    setOpen(false)
    focusField(entryForm, 'amount')
  }
  return <LineForm {...props} fields={fields} chargeable={chargeable} onLeave={leave} />
}

interface LineFormProps extends AddLineProps {
  fields: FieldMap
  chargeable: readonly Chargeable[]
  onLeave: () => void
}

/** The form of a new line. Options: charges that a generation would make, with their amount, and types without periods. */
function LineForm({ entry, memberId, fields, chargeable, onLeave }: LineFormProps) {
  const existing = new Set(
    entry.plan.debts.map(({ charge }) => charge && periodKey(charge as unknown as Chargeable)),
  )
  const available = chargeable.filter((one) => !existing.has(periodKey(one)))
  const [values, setValues] = useState<Values>(() => initialValues(available[0]))
  const [errors, setErrors] = useState<FieldErrors>({})
  const isSending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const chosen = available.find((one) => periodKey(one) === values.what)
  const names = chosen ? ['what', 'amount'] : ['what', 'description', 'amount']
  const field = (name: string): FieldDescriptor | undefined => {
    if (name === 'amount') return fields.amount
    if (name === 'description') return fields.description && { ...fields.description, help: undefined }
    if (!fields.type) return undefined
    const options = [
      ...available.map((one) => ({
        value: periodKey(one),
        label: `${one.description} · ${formatAmount(toCents(one.amount))}`,
      })),
      ...(fields.type.options ?? []).filter(({ value }) => !typesWithPeriods.includes(value)),
    ]
    return { ...fields.type, label: 'O quê', options }
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isListOpen =
      event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Escape' || isListOpen) return
    event.preventDefault()
    onLeave()
  })
  useEffect(() => {
    const line = form.current
    const listen = (event: KeyboardEvent) => onKey(event)
    line?.addEventListener('keydown', listen)
    return () => line?.removeEventListener('keydown', listen)
  }, [])

  async function add(event: FormEvent) {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    try {
      const charge = chargeOf(values, chosen, memberId)
      const found = await api.validate('unsettledPayments', { dueDate: organisationToday(), ...charge })
      if (isTimedOut(found)) return
      const { amount, ...others } = found
      setErrors({
        ...(amount && { amount }),
        ...(Object.keys(others).length > 0 && { what: Object.values(others).flat() }),
      })
      if (Object.keys(found).length > 0) return
      const label = fields.type?.options?.find(({ value }) => value === charge.type)?.label
      entry.addLine({
        memberId,
        type: String(charge.type),
        dueDate: String(charge.dueDate ?? organisationToday()),
        description: String(charge.description ?? label),
        openAmount: toCents(charge.amount),
        charge,
      })
      onLeave()
    } finally {
      isSending.current = false
    }
  }

  return (
    <form
      data-part
      ref={form}
      className={classes.line}
      aria-label="Acrescentar linha"
      noValidate
      onSubmit={(event) => void add(event)}
    >
      {names.map((name, index) => {
        const described = field(name)
        if (!described) return null
        return (
          <FieldInput
            key={name}
            id={fieldId(entryForm, `line-${name}`)}
            field={described}
            value={values[name] ?? null}
            record={values}
            error={errors[name]?.join(' ')}
            isFirst={index === 0}
            onChange={(value) => {
              setErrors({})
              setValues(
                name === 'what'
                  ? initialValues(
                      available.find((one) => periodKey(one) === value),
                      value,
                    )
                  : { ...values, [name]: value },
              )
            }}
          />
        )
      })}
      <Group gap="0.5rem" className={classes.lineButtons}>
        <Button type="submit" variant="default">
          Acrescentar
        </Button>
        <Button variant="subtle" onClick={onLeave}>
          Desistir
        </Button>
      </Group>
    </form>
  )
}

/** Types with one charge for each year or period: offered only as a generation would charge them. */
const typesWithPeriods = ['quota', 'joia']

function periodKey({ type, year, period }: Pick<Chargeable, 'type' | 'year' | 'period'>): string {
  return [type, year, period].join(' ')
}

function initialValues(
  one: Chargeable | undefined,
  what: unknown = one ? periodKey(one) : 'donation',
): Values {
  return { what, amount: one?.amount ?? null, description: null }
}

/** The charge in the request. Without a due date of a generation, the server uses the payment's date. */
function chargeOf(
  { what, amount, description }: Values,
  chosen: Chargeable | undefined,
  memberId: string,
): Values {
  if (chosen) return { ...chosen, memberId, amount }
  return { memberId, type: what, amount, ...(description !== null && { description }) }
}
