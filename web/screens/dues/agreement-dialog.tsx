import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { addMonths, formatDateLong, isDate } from '@agremia/resources/rules/dates.ts'
import { instalmentsOf } from '@agremia/resources/rules/instalments.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useFields } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { FieldDialog } from '../../resource/field-dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { confirmLeave } from '../../resource/form/leave-guard.ts'
import { useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import { ErrorSummary, FormSections, SaveProblem, useRecordForm } from '../../resource/record-form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { openSum } from './debt-columns.tsx'
import classes from './debt-dialog.module.css'

interface AgreementDialogProps {
  member: ResourceRecord<'members'>
  charges: readonly ResourceRecord<'unsettledPayments'>[]
  onClose: () => void
  onDone: () => void
}

/** Divides charges into monthly instalments and previews each date and amount. */
export function AgreementDialog(props: AgreementDialogProps) {
  const fields = useFields('paymentAgreements')
  return fields ? <AgreementForm {...props} fields={fields} /> : null
}

function AgreementForm({
  member,
  charges,
  fields,
  onClose,
  onDone,
}: AgreementDialogProps & { fields: FieldMap }) {
  const form = useRecordForm({
    resource: 'paymentAgreements',
    fields,
    initial: {
      memberId: member._id,
      chargeIds: charges.map(({ _id }) => _id),
      instalments: defaultInstalments,
      firstDate: addMonths(organisationToday(), 1),
    },
    keepsDraft: false,
  })
  useFocusOnRefusal(form)

  async function save() {
    if (!(await form.save())) return
    toast('Acordo registado.')
    onDone()
  }

  async function close() {
    if (form.changes.length === 0 || (await confirmLeave(form.changes.length))) onClose()
  }

  return (
    <FieldDialog
      title="Acordo de pagamento a prestações"
      width="42rem"
      onClose={() => void close()}
      onSubmit={() => void save()}
      footer={<DialogButtons label="Registar o acordo" onCancel={() => void close()} loading={form.saving} />}
    >
      <SaveProblem form={form} />
      <ErrorSummary form={form} />
      <p className="dimmed">
        {counted(charges.length, 'dívida', 'dívidas')}, no total de {formatAmount(openSum(charges))}.{' '}
        {plural(charges.length, 'Continua a ser devida', 'Continuam a ser devidas')}; o acordo diz quanto se
        paga até quando, e enquanto for cumprido não seguem lembretes.
      </p>
      <FormSections form={form} omit={presetFields} />
      <InstalmentsPreview
        total={openSum(charges)}
        instalments={form.values.instalments}
        firstDate={form.values.firstDate}
      />
    </FieldDialog>
  )
}

const defaultInstalments = 3
const presetFields = ['memberId', 'memberNumber']

interface InstalmentsPreviewProps {
  total: Cents
  instalments: unknown
  firstDate: unknown
}

function InstalmentsPreview({ total, instalments, firstDate }: InstalmentsPreviewProps) {
  const count = Number(instalments)
  const isComplete = typeof firstDate === 'string' && isDate(firstDate) && Number.isInteger(count)
  if (!isComplete || count < 2 || count > 60 || total < count) return null
  return (
    <table className={classes.lines}>
      <caption className="visually-hidden">Prestações</caption>
      <thead>
        <tr>
          <th scope="col">Prestação</th>
          <th scope="col">Até</th>
          <th scope="col" data-align="end">
            Valor
          </th>
        </tr>
      </thead>
      <tbody>
        {instalmentsOf(total, count, firstDate).map(({ number, dueDate, amount }) => (
          <tr key={number}>
            <td>{number}.ª</td>
            <td>{formatDateLong(dueDate)}</td>
            <td data-align="end">{formatAmount(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
