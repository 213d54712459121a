import { useCallback, useMemo } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { countSms, removeSmsAccents } from '@agremia/resources/rules/sms.ts'
import { isRequired } from '../../fields/field-frame.tsx'
import { FormField } from '../../resource/form/form-sections.tsx'
import { fieldId } from '../../resource/form/field-focus.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { MailFrame } from '../../ui/message-preview.tsx'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import type { Variable } from '../../ui/rich-text/insert-variable.tsx'
import { useReadableText } from './message-variables.ts'
import { TextWithVariables } from './text-with-variables.tsx'
import { useSettings } from '../../api/queries.ts'
import classes from './message-text-form.module.css'
import counterClasses from './sms-counter.module.css'

interface MessageTextFormProps {
  form: FormControls<'messageBatches' | 'messageSettings' | 'paymentMessage'>
  variables: readonly Variable[]
}

/** Edits the texts of an event: channel, on or off, subject, body and SMS. */
export function MessageTextForm({ form, variables }: MessageTextFormProps) {
  const { enabled, channel } = form.fields
  return (
    <>
      <div className={classes.pair}>
        {channel && <FormField form={form} field={channel} readOnly={false} />}
        {enabled && <FormField form={form} field={enabled} readOnly={false} />}
      </div>
      <MessageTextFields form={form} variables={variables} />
    </>
  )
}

/** Subject, body and SMS of a message, each with the variables that can be inserted. */
export function MessageTextFields({ form, variables }: MessageTextFormProps) {
  const { subject, body, smsText } = form.fields
  return (
    <>
      {subject && <TextWithVariables form={form} field={subject} variables={variables} />}
      {body && <Body form={form} field={body} variables={variables} />}
      {smsText && (
        <TextWithVariables
          form={form}
          field={smsText}
          variables={variables}
          note={<SmsCounter text={String(form.values.smsText ?? '')} variables={variables} />}
        />
      )}
    </>
  )
}

export function ReadOnlyTexts({ form }: Pick<MessageTextFormProps, 'form'>) {
  const { enabled, channel, subject, body, smsText } = form.fields
  const readable = useReadableText()
  const { values } = form
  const readableForm = {
    ...form,
    values: { ...values, subject: readable(values.subject), smsText: readable(values.smsText) },
  }
  const fact = (field: FieldDescriptor | undefined) =>
    field && <FormField form={readableForm} field={field} readOnly={true} />
  return (
    <>
      <div className={classes.pair}>
        {fact(channel)}
        {fact(enabled)}
      </div>
      {fact(subject)}
      {body && <MailFrame title={body.label} html={readable(values.body)} />}
      {fact(smsText)}
    </>
  )
}

interface BodyProps {
  form: FormControls
  field: FieldDescriptor
  variables: readonly Variable[]
}

function Body({ form, field, variables }: BodyProps) {
  const readable = useReadableText()
  const wordOf = useCallback((code: string) => readable(`{${code}}`), [readable])
  return (
    <RichText
      id={fieldId(form.id, field.name)}
      label={field.label}
      help={field.help}
      required={isRequired(field)}
      error={form.errorOf(field.name)}
      value={String(form.values[field.name] ?? '')}
      onChange={(html) => form.set(field.name, html === '' ? null : html)}
      onBlur={() => form.touch(field.name)}
      variables={variables}
      wordOf={wordOf}
    />
  )
}

interface SmsCounterProps {
  text: string
  variables: readonly Variable[]
}

/** Counts characters, parts and cost of an SMS, with sample values for the variables. */
function SmsCounter({ text, variables }: SmsCounterProps) {
  const { smsRemoveAccents, smsPricePerPart } = useSettings()
  const count = useMemo(() => {
    const samples = new Map(variables.map(({ code, sample }) => [code, sample]))
    const filled = text.replace(/\{([^{}]+)\}/g, (whole, code: string) => samples.get(code) ?? whole)
    return countSms(smsRemoveAccents === 'true' ? removeSmsAccents(filled) : filled)
  }, [text, variables, smsRemoveAccents])
  if (text === '') return null
  const facts = [
    counted(count.parts, 'SMS', 'SMS'),
    `${count.length} caracteres`,
    count.left === 1 ? 'falta 1 para outro SMS' : `faltam ${count.left} para outro SMS`,
    count.encoding === 'UCS-2' && 'com letras que encurtam cada SMS',
    `cerca de ${formatAmount(Math.round(count.parts * Number(smsPricePerPart ?? 0) * 100))} por pessoa`,
  ]
  return <output className={counterClasses.count}>{facts.filter(Boolean).join(' · ')}</output>
}
