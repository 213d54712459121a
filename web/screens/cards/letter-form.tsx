import { UnstyledButton } from '@mantine/core'
import { letterVariables, type LetterVariable } from '@agremia/resources/card-letter.ts'
import { FormField } from '../../resource/form/form-field.tsx'
import type { FormControls } from '../../resource/record-form.tsx'
import { Card } from '../../ui/card.tsx'
import { TextWithVariables } from '../messages/index.ts'
import type { CardLetter } from './letter.ts'
import classes from './letter-page.module.css'

interface LetterFormProps {
  form: FormControls
  letter: CardLetter
}

/** The words of a letter, and when and how it went. */
export function LetterForm({ form, letter }: LetterFormProps) {
  const { text, sentOn, channel } = form.fields
  const variables = Object.entries(letterVariables).map(([code, label]) => ({
    code,
    label,
    sample: letter.values[code as LetterVariable],
  }))
  return (
    <div className={classes.form}>
      <Card title="Texto desta carta">
        <div className={classes.form}>
          {text && <TextWithVariables form={form} field={text} variables={variables} />}
          {form.values.text !== letter.usualText && (
            <UnstyledButton className={classes.usual} onClick={() => form.set('text', letter.usualText)}>
              Repor o texto habitual
            </UnstyledButton>
          )}
        </div>
      </Card>
      <Card title="Envio">
        <div className={classes.form}>
          {sentOn && <FormField form={form} field={sentOn} readOnly={false} />}
          {channel && <FormField form={form} field={channel} readOnly={false} />}
        </div>
      </Card>
    </div>
  )
}
