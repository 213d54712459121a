import { RecordFields } from '../../resource/record-form.tsx'
import { EventField } from './event-field.tsx'
import { NewKeyPage } from './new-key-page.tsx'

/** The form of a new webhook. */
export default function WebhookNew() {
  return (
    <NewKeyPage resource="webhooks">
      {(form) => (
        <>
          <RecordFields form={form} />
          <EventField form={form} />
        </>
      )}
    </NewKeyPage>
  )
}
