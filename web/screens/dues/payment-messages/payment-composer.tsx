import { useMemo, useRef, useState } from 'react'
import { paymentMessageTexts } from '@agremia/resources/payment-message-texts.ts'
import { useTerminology } from '../../../api/queries.ts'
import { FormField } from '../../../resource/form/form-field.tsx'
import { ErrorSummary, ResumedNote, SaveProblem, type FormControls } from '../../../resource/record-form.tsx'
import { useFirstField } from '../../../ui/first-field.ts'
import {
  messageTextClasses as classes,
  MessageTextFields,
  PreviewSide,
  variablesOf,
} from '../../messages/index.ts'
import { ComposerButtons } from './composer-buttons.tsx'
import { PaymentAudienceField } from './payment-audience-field.tsx'
import { StartingTextField } from './starting-text-field.tsx'
import { usePaymentPreview } from './use-payment-preview.ts'

/** The form of a payment message, with a preview for each recipient. */
export function PaymentComposer({ form }: { form: FormControls }) {
  const [at, setAt] = useState(0)
  const terminology = useTerminology()
  const variables = useMemo(() => variablesOf(paymentMessageTexts, terminology), [terminology])
  const formArea = useRef<HTMLDivElement>(null)
  useFirstField(formArea, form.isNew)
  const preview = usePaymentPreview(form.values, at)
  const { templateId, channel, attachAdvice } = form.fields
  return (
    <div className={classes.sheet}>
      <div ref={formArea} className={classes.form}>
        <ResumedNote form={form} />
        <PaymentAudienceField form={form} />
        {templateId && <StartingTextField form={form} field={templateId} />}
        {channel && <FormField form={form} field={channel} readOnly={false} />}
        <MessageTextFields form={form} variables={variables} />
        {attachAdvice && <FormField form={form} field={attachAdvice} readOnly={false} />}
      </div>
      <PreviewSide preview={preview} at={at} onGo={setAt}>
        {form.isNew && <SaveProblem form={form} />}
        <ErrorSummary form={form} />
        <ComposerButtons form={form} preview={preview} />
      </PreviewSide>
    </div>
  )
}
