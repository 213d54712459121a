import { useCallback } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { isRequired } from '../../fields/field-frame.tsx'
import { FormField } from '../../resource/form/form-field.tsx'
import { fieldId } from '../../resource/form/field-id.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { MailFrame } from '../../ui/mail-frame.tsx'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import type { Variable } from '../../ui/rich-text/variable.ts'
import { SmsCounter } from './sms-counter.tsx'
import { useReadableText } from './use-readable-text.ts'
import { TextWithVariables } from './text-with-variables.tsx'
import classes from './message-text-form.module.css'

interface MessageTextFormProps {
  form: FormControls
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

function Body({ form, field, variables }: MessageTextFormProps & { field: FieldDescriptor }) {
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
