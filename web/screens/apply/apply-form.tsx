import type { FormEvent } from 'react'
import { Button, Progress } from '@mantine/core'
import { counted } from '@agremia/resources/rules/plural.ts'
import { isRequired } from '../../fields/field-frame.tsx'
import { isEmptyValue } from '../../resource/form/changes.ts'
import { ErrorSummary, SaveProblem } from '../../resource/form/error-summary.tsx'
import { useFocusOnRefusal } from '../../resource/form/field-focus.ts'
import type { ApplicationForm } from './application-form.ts'
import { ApplyCard, ApplyFields, ApplyPhoto, ConsentFields } from './apply-sections.tsx'
import { useApplyForm, type ApplyControls, type Sent } from './use-apply-form.ts'
import pinned from '../../ui/pinned-action.module.css'
import classes from './apply-form.module.css'

interface ApplyFormProps {
  form: ApplicationForm
  onSent: (sent: Sent) => void
}

/** The public form in sections, with a progress bar of the required fields. */
export function ApplyForm({ form, onSent }: ApplyFormProps) {
  const controls = useApplyForm(form, onSent)
  useFocusOnRefusal(controls)
  const groups = [...Map.groupBy(controls.shownFields, ({ group }) => group)]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void controls.submit()
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {groups.map(([group, fields]) => (
        <ApplyCard key={group} title={group} isComplete={isComplete(controls, fields)}>
          <ApplyFields controls={controls} fields={fields} />
        </ApplyCard>
      ))}
      {form.photo !== 'no' && <ApplyPhoto controls={controls} isRequired={form.photo === 'required'} />}
      <ApplyCard title="Consentimentos" isComplete={isComplete(controls, consentFields(controls))}>
        <ConsentFields controls={controls} />
      </ApplyCard>
      <Honeypot controls={controls} />
      <SaveProblem form={controls} />
      <ErrorSummary form={controls} />
      <p className={classes.note}>
        Os campos com <span aria-hidden>*</span>
        <span className="visually-hidden">asterisco</span> são obrigatórios. O que escreve fica guardado neste
        separador até enviar.
      </p>
      <div className={`${pinned.pinned} ${classes.foot}`}>
        <Missing controls={controls} />
        <Button type="submit" size="md" fullWidth loading={controls.saving}>
          Enviar candidatura
        </Button>
      </div>
    </form>
  )
}

/** Counts the required fields that are still empty. */
function Missing({ controls: { fields, values } }: { controls: ApplyControls }) {
  const required = Object.values(fields).filter(isRequired)
  const missing = required.filter(({ name }) => isMissing(values[name])).length
  const text =
    missing === 0
      ? 'Tudo o que é obrigatório está preenchido'
      : `${missing === 1 ? 'Falta' : 'Faltam'} ${counted(missing, 'campo obrigatório', 'campos obrigatórios')}`
  return (
    <div className={classes.progress}>
      <span>{text}</span>
      <Progress value={(100 * (required.length - missing)) / required.length} aria-label="Preenchimento" />
    </div>
  )
}

const consentFields = ({ consents, fields }: ApplyControls) =>
  consents.flatMap(({ name }) => fields[name] ?? [])

/** True if a section has no errors, all its required fields are filled in, and at least one field has a value. */
function isComplete({ values, errorOf }: ApplyControls, fields: Parameters<typeof isRequired>[0][]): boolean {
  const isRight = fields.every(
    (field) => errorOf(field.name) === undefined && !(isRequired(field) && isMissing(values[field.name])),
  )
  return isRight && fields.some(({ name }) => !isMissing(values[name]))
}

function isMissing(value: unknown): boolean {
  return isEmptyValue(value) || value === false
}

/** A honeypot field: hidden from people and screen readers, but bots that fill in every field reveal themselves. */
function Honeypot({ controls }: { controls: ApplyControls }) {
  return (
    <div className={classes.trap} aria-hidden="true">
      <input
        name="website"
        title="Sítio"
        tabIndex={-1}
        autoComplete="off"
        onChange={(event) => controls.set('website', event.currentTarget.value)}
      />
    </div>
  )
}
