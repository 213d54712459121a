import { useMemo } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { RecordForm, useRecordForm } from '../../resource/record-form.tsx'
import { MemberContacts } from '../members/index.ts'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import classes from './member-home.module.css'

interface ContactFormProps {
  member: ResourceRecord<'members'>
  fields: FieldMap
}

/** The form of the fields that members may change themselves. */
export function ContactForm({ member, fields }: ContactFormProps) {
  const editable = useMemo(() => editableOf(fields), [fields])
  const form = useRecordForm({ resource: 'members', fields: editable, record: member })
  return (
    <section className={classes.form} aria-labelledby="contactos">
      <h2 id="contactos">Os meus contactos</h2>
      <RecordForm form={form} />
    </section>
  )
}

function editableOf(fields: FieldMap): FieldMap {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.readOnly && !field.hidden))
}

/** The member's further contacts, which the member may edit. */
export function OwnContacts({ member }: { member: ResourceRecord<'members'> }) {
  return (
    <section className={classes.part} aria-labelledby="outros-contactos">
      <h2 id="outros-contactos">Outros contactos</h2>
      <MemberContacts record={member} />
    </section>
  )
}
