import { useMemo, useRef, useState } from 'react'
import { paymentMessageTexts } from '@agremia/resources/payment-message-texts.ts'
import { useTerminology } from '../../../api/queries.ts'
import { FormField } from '../../../resource/form/form-field.tsx'
import { ErrorSummary, ResumedNote, SaveProblem, type FormControls } from '../../../resource/record-form.tsx'
import { useFirstField } from '../../../ui/first-field.ts'
import {
  messageTextClasses as classes,
  WrittenTexts,
  PreviewSide,
  variablesNamed,
} from '../../messages/index.ts'
import { ComposerButtons } from './composer-buttons.tsx'
import { PaymentAudienceField } from './payment-audience-field.tsx'
import { StartingTextField } from './starting-text-field.tsx'
import { usePaymentPreview } from './use-payment-preview.ts'

/** A message about debts being written: for whom, how, what, and beside it what each will read. */
export function PaymentComposer({ form }: { form: FormControls }) {
  const [at, setAt] = useState(0)
  const terminology = useTerminology()
  const variables = useMemo(() => variablesNamed(paymentMessageTexts, terminology), [terminology])
  const written = useRef<HTMLDivElement>(null)
  useFirstField(written, form.isNew)
  const preview = usePaymentPreview(form.values, at)
  const { templateId, channel, attachAdvice } = form.fields
  return (
    <div className={classes.sheet}>
      <div ref={written} className={classes.form}>
        <ResumedNote form={form} />
        <PaymentAudienceField form={form} />
        {templateId && <StartingTextField form={form} field={templateId} />}
        {channel && <FormField form={form} field={channel} readOnly={false} />}
        <WrittenTexts form={form} variables={variables} />
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
