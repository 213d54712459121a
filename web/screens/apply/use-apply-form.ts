import { useEffect, useMemo, useReducer, useRef, type Dispatch } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { api, isApiError, isTimedOut, type FieldErrors } from '../../api/client.ts'
import { prepareBody } from '../../api/record-body.ts'
import { send } from '../../api/send.ts'
import type { Values } from '../../fields/index.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'
import {
  beginForm,
  defaultValues,
  formReducer,
  shownErrors,
  type FormEvent,
} from '../../resource/form/form-state.ts'
import type { FormControls } from '../../resource/form/use-record-form.ts'
import {
  askedMap,
  consentsFor,
  fieldsFor,
  type ApplicationForm,
  type AskedConsent,
  type AskedField,
} from './application-form.ts'
import { forgetDraft, keepDraft, recallDraft, sendingKey } from './apply-draft.ts'

/** What became of an application that was sent. */
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
  asked: readonly AskedField[]
  consents: readonly AskedConsent[]
  submit: () => Promise<void>
}

const path = 'application_form'
const typingPause = 300

/** An application being written by a visitor: kept in the tab, judged as it is written, sent once. */
export function useApplyForm(form: ApplicationForm, onSent: (sent: Sent) => void): ApplyControls {
  const [state, dispatch] = useReducer(formReducer, undefined, () =>
    beginForm(defaultValues(askedMap(form.fields, [])), recallDraft()?.values),
  )
  const { values } = state
  const asked = useMemo(() => fieldsFor(form, values), [form, values])
  const consents = useMemo(() => consentsFor(form, values), [form, values])
  const fields = useMemo(() => askedMap(asked, consents), [asked, consents])
  const body = useMemo(() => bodyOf(values, fields), [values, fields])
  const isWritten = values !== state.base
  useEffect(() => {
    if (isWritten) keepDraft({ ...recallDraft(), values: draftOf(values) })
  }, [isWritten, values])
  useJudgement({ body, isActive: isWritten && !state.saving, dispatch })
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
    asked,
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

/** What is sent: the fields that this applicant is asked, and the trap that people leave empty. */
function bodyOf(values: Values, fields: FieldMap): Values {
  const given = [...Object.keys(fields), 'website'].flatMap((name) =>
    isEmptyValue(values[name]) ? [] : [[name, values[name]] as const],
  )
  return prepareBody(Object.fromEntries(given), fields)
}

/** What is accepted is accepted anew: nothing is ticked that nobody ticked here. */
function draftOf(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value !== 'boolean'))
}

interface Judgement {
  body: Values
  isActive: boolean
  dispatch: Dispatch<FormEvent>
}

/** Asks the server what it thinks whenever the typing pauses; a newer question takes the place of the older. */
function useJudgement({ body, isActive, dispatch }: Judgement): void {
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      judge(body, controller.signal).then(
        (errors) => errors && dispatch({ type: 'judged', findings: { errors, warnings: {} } }),
        // Sending says what is wrong all the same.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [body, isActive, dispatch])
}

async function judge(body: Values, signal: AbortSignal): Promise<FieldErrors | undefined> {
  const answer = await send({ method: 'POST', path: `${path}/validate`, body, signal })
  return isTimedOut(answer) ? undefined : (answer.body as { errors: FieldErrors }).errors
}
