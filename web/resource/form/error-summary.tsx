import { UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconHistory } from '@tabler/icons-react'
import { fieldId, focusField } from './field-focus.ts'
import type { FormControls } from './use-record-form.ts'
import classes from './form.module.css'

type ErrorControls = Pick<FormControls, 'id' | 'fields' | 'triedSaving' | 'wrong' | 'errorOf'>

/** Why the last save failed, for forms without a save bar. */
export function SaveProblem({ form }: { form: Pick<FormControls, 'problem'> }) {
  if (form.problem === undefined) return null
  return (
    <div className={classes.notice} data-tone="red" role="alert">
      <IconAlertCircle size="1.25rem" stroke={1.5} aria-hidden />
      <p>{form.problem}</p>
    </div>
  )
}

/** Links to the fields with errors; shown after saving was tried. */
export function ErrorSummary({ form }: { form: ErrorControls }) {
  if (!form.triedSaving || form.wrong.length === 0) return null
  const count = form.wrong.length
  return (
    <div className={classes.notice} data-tone="red" role="alert">
      <IconAlertCircle size="1.25rem" stroke={1.5} aria-hidden />
      <div>
        <strong>{count === 1 ? 'Há 1 campo por corrigir' : `Há ${count} campos por corrigir`}</strong>
        <ul className={classes.wrongs}>
          {form.wrong.map((name) => (
            <li key={name}>
              <WrongField form={form} name={name} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function WrongField({ form, name }: { form: ErrorControls; name: string }) {
  const field = form.fields[name]
  const error = form.errorOf(name) ?? ''
  if (!field || field.hidden) return <>{error}</>
  return (
    <>
      <a
        href={`#${fieldId(form.id, name)}`}
        onClick={(event) => {
          event.preventDefault()
          focusField(form.id, name)
        }}
      >
        {field.label}
      </a>
      {afterLabel(field.label, error)}
    </>
  )
}

/** Says that a draft was restored, and offers to discard it. */
export function ResumedNote({ form }: { form: FormControls }) {
  if (!form.isResumed) return null
  return (
    <output className={classes.notice} data-tone="blue">
      <IconHistory size="1.25rem" stroke={1.5} aria-hidden />
      <p>
        Foram retomadas as alterações que tinham ficado por guardar.{' '}
        <UnstyledButton className={classes.noticeLink} onClick={form.discard}>
          Descartar
        </UnstyledButton>
      </p>
    </output>
  )
}

/** Text after a field's label: `: <message>`, or the rest of a message that begins with the label. */
export function afterLabel(label: string, problem: string): string {
  const begins = problem.toLowerCase().startsWith(`${label.toLowerCase()} `)
  return begins ? problem.slice(label.length) : `: ${problem}`
}
