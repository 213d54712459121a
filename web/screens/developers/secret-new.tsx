import { RecordFields } from '../../resource/record-form.tsx'
import { exampleCall } from './example-call.ts'
import { NewKeyPage } from './new-key-page.tsx'
import { ScopeField } from './scope-field.tsx'

/** The form of a new API key. */
export default function SecretNew() {
  return (
    <NewKeyPage resource="apiSecrets" more={exampleCall}>
      {(form) => (
        <>
          <RecordFields form={form} />
          <ScopeField form={form} readOnly={false} />
        </>
      )}
    </NewKeyPage>
  )
}
