import type { FieldDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, isApiError, isTimedOut, type FieldErrors } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { faceOf, type Values } from '../../fields/index.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { toast } from '../../ui/toast.ts'
import type { OwnMembership } from './own-membership.ts'
import classes from './member-home.module.css'

export interface ContactFormProps {
  member: OwnMembership
  fields: FieldMap
}

/** The fields of the member's record that the member may change. */
export function ContactForm({ member, fields }: ContactFormProps) {
  const { draft, errors, message, busy, change, save, discard, form } = useContactDraft(member)
  const editable = Object.values(fields).filter((field) => !field.readOnly && !field.hidden)
  return (
    <section ref={form} className={classes.form} aria-labelledby="contactos">
      <h2 id="contactos">Os meus contactos</h2>
      <div className={classes.fields}>
        {editable.map((field) => (
          <ContactField
            key={field.name}
            field={field}
            record={{ ...member, ...draft }}
            error={errors[field.name]?.[0]}
            onChange={change}
          />
        ))}
      </div>
      <FormMessage>{message}</FormMessage>
      <SaveBar
        changes={Object.keys(draft).length}
        errors={Object.keys(errors).length}
        saving={busy}
        onSave={save}
        onDiscard={discard}
      />
    </section>
  )
}

interface ContactFieldProps {
  field: FieldDescriptor
  record: Values
  error: string | undefined
  onChange: (name: string, value: unknown) => void
}

function ContactField({ field, record, error, onChange }: ContactFieldProps) {
  const { Input } = faceOf(field)
  return (
    <Input
      field={field}
      record={record}
      value={record[field.name]}
      error={error}
      onChange={(value) => onChange(field.name, value)}
    />
  )
}

function useContactDraft(member: OwnMembership) {
  const [draft, setDraft] = useState<Values>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const [message, setMessage] = useState<string>()
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const form = useRef<HTMLElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors])
  const change = (name: string, value: unknown) =>
    setDraft((before) => changesIn(member, { ...before, [name]: value }))
  const discard = () => {
    setDraft({})
    setErrors({})
    setMessage(undefined)
  }
  const save = async () => {
    setBusy(true)
    try {
      const saved = await api.modify('members', member._id, { ...draft, _version: member._version })
      if (isTimedOut(saved)) return
      await client.invalidateQueries({ queryKey: keys.lists('members') })
      discard()
      toast('Guardado com sucesso.')
    } catch (error) {
      if (!isApiError(error)) throw error
      setErrors(error.errors ?? {})
      setMessage(error.errors ? undefined : error.message)
    } finally {
      setBusy(false)
    }
  }
  return { draft, errors, message, busy, change, discard, form, save: () => void save() }
}

/** Only what differs from the saved record. */
function changesIn(saved: Values, draft: Values): Values {
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== saved[name]))
}
