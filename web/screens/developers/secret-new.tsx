import { NewRecordPage } from '../../resource/new-record-page.tsx'
import { RecordFields } from '../../resource/record-form.tsx'
import { ScopeField } from './scope-field.tsx'

/** The form of a new secret. Its page then makes the value. */
export default function SecretNew() {
  return (
    <NewRecordPage resource="apiSecrets">
      {(form) => (
        <>
          <RecordFields form={form} />
          <ScopeField form={form} readOnly={false} />
        </>
      )}
    </NewRecordPage>
  )
}
