import { useState, type ReactNode } from 'react'
import { Button, Text } from '@mantine/core'
import { recordPath, toSnakeCase } from '@agremia/resources/paths.ts'
import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type StoredRecord } from '../api/client.ts'
import { faceOf, type Values } from '../fields/index.ts'
import { prepareBody } from '../api/prepare-body.ts'
import { FieldDialog } from './field-dialog.tsx'
import { afterLabel } from './form/after-label.ts'
import { askToLeave } from './form/ask-to-leave.ts'
import { changedFields } from './form/changes.ts'
import { fieldId } from './form/field-id.ts'
import { useFocusOnRefusal } from './form/use-focus-on-refusal.ts'
import classes from './form/form.module.css'

export interface ActionDialogProps {
  title: string
  action: ActionDescriptor
  initial?: Values | undefined
  /** Fields that are not asked here, or that `lead` asks in its own way. */
  omit?: readonly string[] | undefined
  /** Said above the fields: what will be done, and to what. */
  intro?: string
  /** Nothing would change, as `intro` says: the action cannot be run. */
  changesNothing?: boolean | undefined
  width?: string
  /** The fields of the record, to name those that the server refuses and that are not asked here. */
  recordFields?: FieldMap
  /** What stands before the fields. */
  lead?: (controls: ActionControls) => ReactNode
  /** What stands after the fields. */
  tail?: ((values: Values) => ReactNode) | undefined
  /** Does it; `runAction` for one record. Field errors come back as thrown `ApiError`s. */
  onRun: (input: Values) => Promise<void>
  onClose: () => void
}

/** What was written so far, and what the server said of it. */
export interface ActionControls {
  values: Values
  set: (values: Values) => void
  errorOf: (field: string) => string | undefined
}

/** What an action needs to know, asked in a dialog that is drawn from the action's description. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    title,
    action,
    initial = {},
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
  const asked = Object.values(fields).filter(({ name }) => !omit.includes(name))
  const [values, setValues] = useState<Values>(initial)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const wrong = Object.keys(fields).filter((name) => errors[name] !== undefined)
  useFocusOnRefusal({ id: action.name, saving: busy, wrong })
  const set = (given: Values) => setValues((before) => ({ ...before, ...given }))
  const errorOf = (name: string) => errors[name]?.join(' ')

  async function run() {
    setBusy(true)
    setErrors({})
    setProblem(undefined)
    try {
      await onRun(prepareBody(onlyKnown(values, fields), fields))
    } catch (error) {
      if (isApiError(error) && error.errors) setErrors(error.errors)
      else setProblem(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.')
    } finally {
      setBusy(false)
    }
  }

  async function close() {
    const changes = changedFields(initial, values, fields).length
    if (changes === 0 || (await askToLeave(changes))) onClose()
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
            {action.name === 'cancel' ? 'Voltar' : 'Cancelar'}
          </Button>
          <Button type="submit" loading={busy} disabled={changesNothing}>
            {action.label}
          </Button>
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
      {lead?.({ values, set, errorOf })}
      <div className={classes.sections}>
        <div className={classes.grid}>
          {asked.map((field) => {
            const { Input } = faceOf(field)
            return (
              <div key={field.name} className={classes.field} data-span={field.span ?? 1}>
                <Input
                  id={fieldId(action.name, field.name)}
                  field={field}
                  value={values[field.name]}
                  record={values}
                  error={errorOf(field.name)}
                  onChange={(value, companions) => set({ ...companions, [field.name]: value })}
                />
              </div>
            )
          })}
        </div>
      </div>
      {tail?.(values)}
    </FieldDialog>
  )
}

/** What is wrong with the record, so that the action is not possible yet. */
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

/** Does an action on one record, once for a key; answers the record as it then is. */
export async function runAction(
  resource: string,
  id: string,
  action: string,
  input: Values,
  key?: string,
): Promise<StoredRecord | undefined> {
  const answer = await api.act<{ data?: StoredRecord }>(
    `${recordPath(resource, id)}/${toSnakeCase(action)}`,
    input,
    key,
  )
  return isTimedOut(answer) ? undefined : answer.data
}

const noFields: FieldMap = {}

function onlyKnown(values: Values, fields: FieldMap): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] !== undefined))
}
