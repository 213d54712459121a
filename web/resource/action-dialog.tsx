import { useState } from 'react'
import { Button, Text } from '@mantine/core'
import { recordPath, toSnakeCase } from '@agremia/resources/paths.ts'
import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type StoredRecord } from '../api/client.ts'
import { faceOf, type Values } from '../fields/index.ts'
import { prepareBody } from '../api/prepare-body.ts'
import { FieldDialog } from './field-dialog.tsx'
import { askToLeave } from './form/ask-to-leave.ts'
import { changedFields } from './form/changes.ts'
import { fieldId } from './form/field-id.ts'
import classes from './form/form.module.css'

export interface ActionDialogProps {
  title: string
  action: ActionDescriptor
  initial?: Values
  /** Said above the fields: what will be done, and to what. */
  intro?: string
  /** Does it; `runAction` for one record. Field errors come back as thrown `ApiError`s. */
  onRun: (input: Values) => Promise<void>
  onClose: () => void
}

/** What an action needs to know, asked in a dialog that is drawn from the action's description. */
export function ActionDialog({ title, action, initial = {}, intro, onRun, onClose }: ActionDialogProps) {
  const fields = action.fields ?? noFields
  const [values, setValues] = useState<Values>(initial)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

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
      onClose={() => void close()}
      onSubmit={() => void run()}
      footer={
        <>
          <Button variant="default" onClick={() => void close()}>
            Cancelar
          </Button>
          <Button type="submit" loading={busy}>
            {action.label}
          </Button>
        </>
      }
    >
      {intro !== undefined && <Text c="dimmed">{intro}</Text>}
      {problem !== undefined && (
        <div className={classes.notice} data-tone="red" role="alert">
          <p>{problem}</p>
        </div>
      )}
      <div className={classes.sections}>
        <div className={classes.grid}>
          {Object.values(fields).map((field) => {
            const { Input } = faceOf(field)
            return (
              <div key={field.name} className={classes.field} data-span={field.span ?? 1}>
                <Input
                  id={fieldId(action.name, field.name)}
                  field={field}
                  value={values[field.name]}
                  record={values}
                  error={errors[field.name]?.join(' ')}
                  onChange={(value, companions) =>
                    setValues((before) => ({ ...before, ...companions, [field.name]: value }))
                  }
                />
              </div>
            )
          })}
        </div>
      </div>
    </FieldDialog>
  )
}

/** Does an action on one record; answers the record as it then is. */
export async function runAction(
  resource: string,
  id: string,
  action: string,
  input: Values,
): Promise<StoredRecord | undefined> {
  const answer = await api.post<{ data?: StoredRecord }>(
    `${recordPath(resource, id)}/${toSnakeCase(action)}`,
    input,
  )
  return isTimedOut(answer) ? undefined : answer.data
}

const noFields: FieldMap = {}

function onlyKnown(values: Values, fields: FieldMap): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] !== undefined))
}
