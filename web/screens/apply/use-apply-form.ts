import { type Dispatch, useEffect, useMemo, useReducer, useRef } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { api, type FieldErrors, isApiError, isTimedOut } from '../../api/client.ts'
import { prepareBody } from '../../api/record-body.ts'
import { send } from '../../api/send.ts'
import { storeInTab, readFromTab } from '../../api/browser-storage.ts'
import type { Values } from '../../fields/index.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'
import {
  beginForm,
  defaultValues,
  type FormEvent,
  formReducer,
  shownErrors,
} from '../../resource/form/form-state.ts'
import type { FormControls } from '../../resource/form/use-record-form.ts'
import {
  type ApplicationForm,
  consentsFor,
  fieldMapOf,
  fieldsFor,
  type FormConsent,
  type FormField,
} from './application-form.ts'

/** The result of a submission. */
export interface Sent {
  number: number
  /** Who confirms the email: the applicant by a link that was sent, the staff, or nobody. */
  confirmation: 'link' | 'staff' | 'none'
  email: string
}

export type ApplyControls = Pick<
  FormControls,
  'id' | 'fields' | 'values' | 'set' | 'touch' | 'errorOf' | 'wrong' | 'problem' | 'saving' | 'triedSaving'
> & {
  shownFields: readonly FormField[]
  consents: readonly FormConsent[]
  submit: () => Promise<void>
}

const apiPath = 'application_form'
const typingPause = 300

/** The state of the public form: keeps a draft in the tab, validates while the visitor types, submits once. */
export function useApplyForm(form: ApplicationForm, onSent: (sent: Sent) => void): ApplyControls {
  const [state, dispatch] = useReducer(formReducer, undefined, () =>
    beginForm(defaultValues(fieldMapOf(form.fields, [])), recallDraft()?.values),
  )
  const { values } = state
  const shownFields = useMemo(() => fieldsFor(form, values), [form, values])
  const consents = useMemo(() => consentsFor(form, values), [form, values])
  const fields = useMemo(() => fieldMapOf(shownFields, consents), [shownFields, consents])
  const body = useMemo(() => bodyOf(values, fields), [values, fields])
  const isWritten = values !== state.base
  useEffect(() => {
    if (isWritten) keepDraft({ ...recallDraft(), values: draftOf(values) })
  }, [isWritten, values])
  useValidation({ body, isActive: isWritten && !state.saving, dispatch })
  const sending = useRef(false)

  async function submit() {
    if (sending.current) return
    sending.current = true
    dispatch({ type: 'saving' })
    try {
      const answer = await api.create('applicationForm', body, { idempotencyKey: sendingKey(body) })
      if (isTimedOut(answer)) dispatch(refused(slow))
      else {
        forgetDraft()
        onSent({
          number: Number(answer.number),
          confirmation: answer.confirmation as Sent['confirmation'],
          email: String(values.email),
        })
      }
    } catch (error) {
      dispatch(isApiError(error) ? refused(error.message, error.errors) : refused('Não foi possível enviar.'))
    } finally {
      sending.current = false
    }
  }

  const shown = shownErrors(state, fields)
  return {
    id: 'inscricao',
    fields,
    values,
    shownFields,
    consents,
    set: (name, value, companions) => dispatch({ type: 'changed', values: { ...companions, [name]: value } }),
    touch: (field) => dispatch({ type: 'left', field }),
    errorOf: (name) => shown[name],
    wrong: Object.keys(shown).filter((name) => fields[name] !== undefined),
    problem: state.problem,
    saving: state.saving,
    triedSaving: state.triedSaving,
    submit,
  }
}

const slow = 'A ligação está lenta. Envie de novo: a candidatura não é registada duas vezes.'

function refused(message: string, errors?: FieldErrors): FormEvent {
  return { type: 'refused', errors: errors ?? {}, problem: errors ? undefined : message }
}

/** The request body: the fields that apply to this applicant, and the honeypot `website`. */
function bodyOf(values: Values, fields: FieldMap): Values {
  const filledIn = [...Object.keys(fields), 'website'].flatMap((name) =>
    isEmptyValue(values[name]) ? [] : [[name, values[name]] as const],
  )
  return prepareBody(Object.fromEntries(filledIn), fields)
}

/** Leaves out booleans: after a reload the visitor must give each consent again. */
function draftOf(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value !== 'boolean'))
}

interface ValidationProps {
  body: Values
  isActive: boolean
  dispatch: Dispatch<FormEvent>
}

/** Validates on the server, debounced; a new request aborts the previous one. */
function useValidation({ body, isActive, dispatch }: ValidationProps): void {
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      validate(body, controller.signal).then(
        (errors) => errors && dispatch({ type: 'judged', findings: { errors, warnings: {} } }),
        // Ignores failures: submitting validates again.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [body, isActive, dispatch])
}

async function validate(body: Values, signal: AbortSignal): Promise<FieldErrors | undefined> {
  const answer = await send({ method: 'POST', path: `${apiPath}/validate`, body, signal })
  return isTimedOut(answer) ? undefined : (answer.body as { errors: FieldErrors }).errors
}

/** The unsent application, kept in the tab's `sessionStorage`. */
interface ApplyDraft {
  values: Values
  /** The last request without a response, and its idempotency key. */
  sent?: { body: string; key: string }
}

const storageKey = 'application-draft'

function recallDraft(): ApplyDraft | undefined {
  return readFromTab<ApplyDraft>(storageKey)
}

function keepDraft(draft: ApplyDraft): void {
  storeInTab(storageKey, draft)
}

function forgetDraft(): void {
  sessionStorage.removeItem(storageKey)
}

/** The idempotency key: the same for the same body until a response arrives, also after a reload. */
function sendingKey(body: Values): string {
  const text = JSON.stringify(body)
  const draft = recallDraft()
  if (draft?.sent?.body === text) return draft.sent.key
  const key = crypto.randomUUID()
  keepDraft({ values: draft?.values ?? {}, sent: { body: text, key } })
  return key
}
