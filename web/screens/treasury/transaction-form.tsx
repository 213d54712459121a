import type { FieldName } from '../../api/client.ts'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import type { FieldInputProps } from '../../fields/field-face.ts'
import { plainText, wordsOf } from '../../fields/texts.ts'
import { ReadOnlyField } from '../../resource/form/form-sections.tsx'
import { fieldId } from '../../resource/form/field-focus.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { EntryPanel, EntrySheet, LargeAmount, MoreFields } from '../../ui/entry-sheet.tsx'
import { AccountInput } from './account-input.tsx'
import { CategoryInput } from './category-input.tsx'
import { CostCenterInput } from './cost-center-input.tsx'
import { ChosenDocuments, DocumentsInput } from './documents-input.tsx'
import { PartyInput } from './party-input.tsx'
import { type Party, partyValues } from './party-search.ts'
import { linesOf } from './split-lines.ts'
import classes from './transaction-form.module.css'

interface TransactionFormProps {
  form: FormControls<'transactions'>
  /** The fields that may change; undefined: all. */
  editable?: readonly string[] | undefined
  /** Above the fields. */
  lead?: ReactNode
  /** Below the amount and the accounts. */
  foot?: ReactNode
  onParty?: (party: Party | undefined) => void
  /** Called with the documents that chosen files became. */
  onFiled?: (ids: string[]) => void
  /** Called when files begin to be sent, and when all are. */
  onBusy?: (isBusy: boolean) => void
}

/** The fields of a transaction: whom, what for, how much, and from where. */
export function TransactionForm(props: TransactionFormProps) {
  const { form, editable, lead, foot, onParty, onFiled, onBusy } = props
  const isTransfer = form.values.kind === 'transfer'
  const shared = { form, editable }
  return (
    <EntrySheet
      label="O quê"
      panel={
        <EntryPanel label="Quanto e onde" foot={foot}>
          <LargeAmount>
            <FormInput {...shared} name="amount" />
          </LargeAmount>
          <FormInput
            {...shared}
            name="accountId"
            label={isTransfer ? 'Da conta' : undefined}
            Input={AccountInput}
          />
          {isTransfer && (
            <FormInput {...shared} name="toAccountId" label="Para a conta" Input={AccountInput} />
          )}
          <FormInput {...shared} name="method" />
        </EntryPanel>
      }
    >
      {lead}
      <div className={classes.pair}>
        <FormInput {...shared} name="date" label={isTransfer ? 'Data de saída' : undefined} />
        {isTransfer && <FormInput {...shared} name="arrivalDate" fallback={form.values.date} />}
        {!isTransfer && <PartyField {...shared} onParty={onParty} />}
      </div>
      <div className={classes.pair}>
        {!isTransfer && <FormInput {...shared} name="categoryId" isRequired Input={CategoryInput} />}
        <FormInput {...shared} name="description" />
      </div>
      {!isTransfer && <CostCenterField {...shared} />}
      <DocumentsField {...shared} onFiled={onFiled} onBusy={onBusy} />
      <MoreFields
        title="Data-valor e observações"
        isFilled={moreFields.some((name) => plainText(form.values[name]) !== '')}
        isWrong={moreFields.some((name) => form.wrong.includes(name))}
      >
        {moreFields
          .filter((name) => isTransfer || name !== 'arrivalValueDate')
          .map((name) => (
            <FormInput key={name} {...shared} name={name} />
          ))}
      </MoreFields>
    </EntrySheet>
  )
}

/** Fields that few transactions use. */
const moreFields = ['valueDate', 'arrivalValueDate', 'notes'] as const

interface PartProps {
  form: FormControls<'transactions'>
  editable: readonly string[] | undefined
}

interface FormInputProps extends PartProps {
  name: FieldName<'transactions'>
  label?: string | undefined
  /** Required in this kind of transaction. */
  isRequired?: boolean
  /** Meaning of an empty value. */
  fallback?: unknown
  Input?: (props: FieldInputProps) => ReactNode
}

function FormInput({
  form,
  editable,
  name,
  label,
  isRequired,
  fallback = null,
  Input = FieldInput,
}: FormInputProps) {
  const known = form.fields[name]
  if (!known) return null
  const { help: _help, ...field } = {
    ...known,
    ...(label !== undefined && { label }),
    ...(isRequired && { validation: [...new Set(['required', ...known.validation])] }),
  }
  const shared = { field, value: form.values[name] ?? fallback, record: form.values }
  if (!mayChange(editable, name)) return <ReadOnlyField {...shared} />
  return (
    <Input
      {...shared}
      id={fieldId(form.id, name)}
      error={form.errorOf(name)}
      warning={form.warningOf(name)}
      onChange={(value, companions) => form.set(name, value, companions)}
      onBlur={() => form.touch(name)}
    />
  )
}

function mayChange(editable: readonly string[] | undefined, name: string): boolean {
  return editable?.includes(name) ?? true
}

function PartyField({ form, editable, onParty }: PartProps & Pick<TransactionFormProps, 'onParty'>) {
  const { fields, values } = form
  if (!mayChange(editable, 'externalEntityId')) {
    const name = typeof values.memberId === 'string' ? 'memberId' : 'externalEntityId'
    return fields[name] ? <ReadOnlyField field={fields[name]} value={values[name]} record={values} /> : null
  }
  return (
    <PartyInput
      id={fieldId(form.id, 'externalEntityId')}
      values={values}
      error={form.errorOf('externalEntityId') ?? form.errorOf('memberId')}
      onChoose={(party) => {
        form.setMany(partyValues(party))
        onParty?.(party)
      }}
    />
  )
}

function CostCenterField({ form, editable }: PartProps) {
  const hasCostCenters = useSettings().treasuryHasCostCenters === 'true'
  const { costCenterId, splits } = form.values
  const isUsed = typeof costCenterId === 'string' || linesOf(splits).length > 0
  if (!hasCostCenters && !isUsed) return null
  if (mayChange(editable, 'splits')) return <CostCenterInput form={form} />
  const field = form.fields.costCenterId
  return field && isUsed ? <ReadOnlyField field={field} value={costCenterId} record={form.values} /> : null
}

type DocumentsFieldProps = PartProps & {
  [Name in 'onFiled' | 'onBusy']: TransactionFormProps[Name] | undefined
}

function DocumentsField({ form, editable, ...events }: DocumentsFieldProps) {
  const { documentIds, externalEntityId } = form.values
  if (!mayChange(editable, 'documentIds')) return <ChosenDocuments ids={wordsOf(documentIds)} />
  return (
    <DocumentsInput
      id={fieldId(form.id, 'documentIds')}
      value={documentIds}
      externalEntityId={externalEntityId}
      error={form.errorOf('documentIds')}
      onChange={(ids) => form.set('documentIds', ids)}
      {...events}
    />
  )
}
