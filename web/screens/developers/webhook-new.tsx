import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields } from '../../resource/record-form.tsx'
import { EventField } from './event-field.tsx'

/** The form of a new webhook. Its page then makes the secret. */
export default function WebhookNew() {
  return (
    <NewRecordPage resource="webhooks">
      {(form) => (
        <>
          <RecordFields form={form} />
          <EventField form={form} />
        </>
      )}
    </NewRecordPage>
  )
}
