import { useState, type ReactNode } from 'react'
import { Button, Text } from '@mantine/core'
import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { isApiError } from '../../api/client.ts'
import { requestFailed } from '../../api/api-error.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import type { Values } from '../../fields/index.ts'
import { prepareBody } from '../../api/record-body.ts'
import { FieldDialog } from '../field-dialog.tsx'
import { afterLabel } from '../form/error-summary.tsx'
import { confirmLeave } from '../form/leave-guard.ts'
import { changedFields } from '../form/changes.ts'
import { defaultValues } from '../form/form-state.ts'
import { fieldId, useFocusOnRefusal } from '../form/field-focus.ts'
import classes from '../form/form.module.css'

/** What a screen adds to the dialog. */
export interface ActionDialogParts {
  /** Fields that are not shown, or that `lead` or `tail` shows. */
  omit?: readonly string[] | undefined
  /** The action would change nothing, as `intro` says: no fields, no run button. */
  changesNothing?: boolean | undefined
  width?: string
  /** Content before the fields. */
  lead?: (controls: ActionControls) => ReactNode
  /** Content after the fields, which may show fields that `omit` names. */
  tail?: ((controls: ActionControls) => ReactNode) | undefined
}

interface ActionDialogProps extends ActionDialogParts {
  title: string
  action: ActionDescriptor
  /** Values that replace the defaults of the fields. */
  initial?: Values | undefined
  /** Text above the fields: what will be done, and to what. */
  intro?: string | undefined
  /** Fields of the record, to name those that the server rejects and that are not in this dialog. */
  recordFields?: FieldMap
  /** Runs the action, with `runAction` for one record. Field errors are thrown as `ApiError`. */
  onRun: (input: Values) => Promise<void>
  onClose: () => void
}

/** The current input and its errors. */
export interface ActionControls {
  values: Values
  set: (values: Values) => void
  errorOf: (field: string) => string | undefined
  /** The input of a field that `omit` names. */
  input: (field: string) => ReactNode
  /** From when it is sent until it is refused: then the record may have gone. */
  isRunning: boolean
}

/** A dialog with the fields of an action, from its descriptor. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    title,
    action,
    initial: given,
    omit = [],
    intro,
    changesNothing = false,
    width,
    recordFields = {},
    lead,
    tail,
    onRun,
    onClose,
  } = props
  const fields = action.fields ?? noFields
  const shownFields = changesNothing ? [] : Object.values(fields).filter(({ name }) => !omit.includes(name))
  const [initial] = useState<Values>(() => ({ ...defaultValues(fields), ...given }))
  const [values, setValues] = useState<Values>(initial)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const invalidNames = Object.keys(fields).filter((name) => errors[name] !== undefined)
  useFocusOnRefusal({ id: action.name, saving: busy, wrong: invalidNames })
  const set = (changed: Values) => setValues((before) => ({ ...before, ...changed }))
  const errorOf = (name: string) => errors[name]?.join(' ')

  const input = (name: string) => {
    const field = fields[name]
    return (
      field && (
        <FieldInput
          id={fieldId(action.name, name)}
          field={field}
          value={values[name]}
          record={values}
          error={errorOf(name)}
          onChange={(value, companions) => set({ ...companions, [name]: value })}
        />
      )
    )
  }
  const controls: ActionControls = { values, set, errorOf, input, isRunning: busy }

  async function run() {
    setBusy(true)
    setErrors({})
    setProblem(undefined)
    try {
      await onRun(prepareBody(onlyKnown(values, fields), fields))
    } catch (error) {
      if (isApiError(error) && error.errors) setErrors(error.errors)
      else setProblem(isApiError(error) ? error.message : requestFailed)
    } finally {
      setBusy(false)
    }
  }

  async function close() {
    const changes = changedFields(initial, values, fields).length
    if (changes === 0 || (await confirmLeave(changes))) onClose()
  }

  return (
    <FieldDialog
      title={title}
      {...(width !== undefined && { width })}
      onClose={() => void close()}
      onSubmit={() => void run()}
      footer={
        <>
          <Button variant="default" onClick={() => void close()}>
            {changesNothing ? 'Fechar' : action.isDestructive ? 'Voltar' : 'Cancelar'}
          </Button>
          {!changesNothing && (
            <Button type="submit" loading={busy} {...(action.isDestructive && { color: 'red' })}>
              {action.label}
            </Button>
          )}
        </>
      }
    >
      {intro !== undefined && (
        <Text c="dimmed" fz="inherit">
          {intro}
        </Text>
      )}
      {problem !== undefined && (
        <div className={classes.notice} data-tone="red" role="alert">
          <p>{problem}</p>
        </div>
      )}
      <OtherErrors
        errors={Object.entries(errors).filter(([name]) => fields[name] === undefined)}
        fields={recordFields}
      />
      {lead?.(controls)}
      <div className={classes.sections}>
        <div className={classes.grid}>
          {shownFields.map(({ name, span }) => (
            <div key={name} className={classes.field} data-span={span ?? 1}>
              {input(name)}
            </div>
          ))}
        </div>
      </div>
      {tail?.(controls)}
    </FieldDialog>
  )
}

/** Errors of the record that prevent the action. */
function OtherErrors({ errors, fields }: { errors: [string, string[]][]; fields: FieldMap }) {
  if (errors.length === 0) return null
  return (
    <div className={classes.notice} data-tone="red" role="alert">
      <div>
        <strong>Antes, é preciso corrigir a ficha</strong>
        <ul className={classes.wrongs}>
          {errors.map(([name, messages]) => (
            <li key={name}>
              {fields[name]
                ? fields[name].label + afterLabel(fields[name].label, messages.join(' '))
                : messages.join(' ')}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const noFields: FieldMap = {}

function onlyKnown(values: Values, fields: FieldMap): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] !== undefined))
}
