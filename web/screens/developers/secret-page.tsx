import { recordPath } from '@agremia/resources/paths.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { formTab, historyTab, RecordPage, type RecordPageTab } from '../../resource/record-page.tsx'
import { RecordFields } from '../../resource/record-form.tsx'
import { exampleCall } from './example-call.ts'
import { IssueAction } from './issue-action.tsx'
import { ScopeField } from './scope-field.tsx'

const tabs: readonly RecordPageTab<'apiSecrets'>[] = [
  {
    ...formTab,
    panel: ({ form, record }) => (
      <>
        <RecordFields form={form} readOnly={record.revokedAt !== null} />
        <ScopeField form={form} readOnly={record.revokedAt !== null} />
      </>
    ),
  },
  {
    name: 'pedidos',
    label: 'Pedidos',
    panel: ({ record }) => (
      <RecordCollection
        resource="apiCalls"
        parent={{ resource: 'apiSecrets', id: record._id }}
        purpose="Os últimos pedidos deste programa, também os recusados."
        emptyTitle="Ainda não fez pedidos"
      />
    ),
  },
  historyTab,
]

/** The page of an API key: scopes, last calls, and new values, shown once. */
export default function SecretPage() {
  return (
    <RecordPage
      resource="apiSecrets"
      tabs={tabs}
      head={(part) => ({
        action: (
          <RecordActions
            {...part}
            main={
              part.record.revokedAt === null && (
                <IssueAction path={recordPath('apiSecrets', part.record._id)} more={exampleCall} />
              )
            }
          />
        ),
      })}
    />
  )
}
