import type { Cents } from '@agremia/resources/rules/amount.ts'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { toEuros, formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { keys } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { SaveProblem } from '../../resource/form/error-summary.tsx'
import { fieldId, useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import { FormField } from '../../resource/form/form-sections.tsx'
import { useLeaveGuard } from '../../resource/form/leave-guard.ts'
import { useRecordForm } from '../../resource/form/use-record-form.ts'
import { ClosedHistory } from '../../resource/record-history.tsx'
import { Card } from '../../ui/with-side.tsx'
import { saveKeys, useHotkey } from '../../ui/hotkeys.ts'
import pinned from '../../ui/pinned-action.module.css'
import { toast } from '../../ui/toasts.tsx'
import type { CashDay } from './cash-day-query.ts'
import classes from './cash-sheet.module.css'

interface CashCountProps {
  day: CashDay
  fields: FieldMap
}

const countedId = fieldId('cashSheets-new', 'countedCash')

/** Net cash of the day: received, without refunds and commissions. */
function inBox({ cash, refundedCash }: CashDay): Cents {
  return toCents(cash) - toCents(refundedCash)
}

/** The form that compares the counted cash with the expected amount and closes the day. */
export function CashCount({ day, fields }: CashCountProps) {
  const client = useQueryClient()
  const form = useRecordForm({
    resource: 'cashSheets',
    fields,
    initial: {
      date: day.date,
      floatAmount: day.lastFloat,
      expectedCash: toEuros(toCents(day.lastFloat) + inBox(day)),
    },
    draftName: day.date,
  })
  useLeaveGuard(form)
  useFocusOnRefusal(form)
  const expected = toCents(form.values.floatAmount) + inBox(day)
  const counted = form.values.countedCash
  const expect = useEffectEvent((cents: Cents) => {
    if (form.values.expectedCash !== toEuros(cents)) form.set('expectedCash', toEuros(cents))
  })
  useEffect(() => expect(expected), [expected])
  useEffect(() => document.getElementById(countedId)?.focus({ preventScroll: true }), [])
  useHotkey({ ...saveKeys, label: 'Fechar a caixa', group: 'Na folha de caixa' }, () => void close())

  async function close() {
    if (form.saving) return
    const saved = await form.save()
    await client.invalidateQueries({ queryKey: keys.lists('memberBalances') })
    if (!saved) return
    toast(`Folha de caixa de ${formatDate(day.date)} fechada.`)
  }

  return (
    <Card title="Contagem do numerário">
      <form
        className={classes.count}
        aria-label="Contagem do numerário"
        onSubmit={(event) => {
          event.preventDefault()
          void close()
        }}
      >
        <SaveProblem form={form} />
        {fields.floatAmount && <FormField form={form} field={fields.floatAmount} readOnly={false} />}
        <Sum label="Recebido em numerário" cents={toCents(day.cash)} />
        {day.refundedCash > 0 && <Sum label="Saído em numerário" cents={toCents(day.refundedCash)} />}
        <Sum label="Esperado na caixa" cents={expected} error={form.errorOf('expectedCash')} />
        {fields.countedCash && (
          <div className={classes.counted}>
            <FormField form={form} field={fields.countedCash} readOnly={false} />
          </div>
        )}
        <Difference cents={typeof counted === 'number' ? toCents(counted) - expected : undefined} />
        {fields.notes && <FormField form={form} field={fields.notes} readOnly={false} />}
        {form.errorOf('date') !== undefined && (
          <p className={classes.error} role="alert">
            {form.errorOf('date')}
          </p>
        )}
        <p className={classes.small}>
          Fica guardado quem fechou e quando. O que for registado neste dia depois do fecho aparece à parte.
        </p>
        <div className={pinned.pinned}>
          <Button type="submit" loading={form.saving} fullWidth>
            Fechar a caixa
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The count of a closed day, who closed it and when. */
export function ClosedCount({ sheet }: { sheet: NonNullable<CashDay['sheet']> }) {
  const cents = (name: keyof typeof sheet) => toCents(sheet[name])
  return (
    <Card title="Contagem do numerário">
      <div className={classes.count}>
        <Sum label="Fundo de caixa" cents={cents('floatAmount')} />
        <Sum label="Recebido em numerário" cents={cents('receivedCash')} />
        {cents('refundedCash') > 0 && <Sum label="Saído em numerário" cents={cents('refundedCash')} />}
        <Sum label="Esperado na caixa" cents={cents('expectedCash')} />
        <Sum label="Contado" cents={cents('countedCash')} isStrong />
        <Difference cents={cents('difference')} />
        {sheet.notes && <p>{sheet.notes}</p>}
        <p className={classes.small}>
          Fechada por {sheet.closedByName}, {formatDateTime(sheet.closedAt, organisationTimeZone())}
        </p>
        <ClosedHistory resource="cashSheets" id={sheet._id} />
      </div>
    </Card>
  )
}

interface SumProps {
  label: string
  cents: Cents
  error?: string | undefined
  isStrong?: boolean
}

function Sum({ label, cents, error, isStrong = false }: SumProps) {
  return (
    <div>
      <p className={classes.sum} data-strong={isStrong}>
        <span>{label}</span>
        <output>{formatAmount(cents)}</output>
      </p>
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Counted minus expected cash, in cents; undefined before counting. */
function Difference({ cents }: { cents: Cents | undefined }) {
  const tone = cents === undefined ? 'none' : cents === 0 ? 'green' : 'amber'
  return (
    <output className={classes.difference} data-tone={tone} aria-label="Diferença">
      {differenceWords(cents)}
    </output>
  )
}

function differenceWords(cents: Cents | undefined): string {
  if (cents === undefined) return 'Conte o dinheiro que está na caixa.'
  if (cents === 0) return 'Bate certo.'
  return cents < 0 ? `Faltam ${formatAmount(Math.abs(cents))}.` : `Sobram ${formatAmount(cents)}.`
}
