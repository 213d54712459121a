import { useState } from 'react'
import { RecordActions } from '../../resource/record-actions.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { formTab, historyTab, RecordPage, type RecordPageTab } from '../../resource/record-page.tsx'
import { RecordFields } from '../../resource/record-form.tsx'
import type { DescribedRecord } from '../../resource/loaded-record.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { ScopeField } from './scope-field.tsx'

const tabs: readonly RecordPageTab[] = [
  {
    ...formTab,
    panel: ({ form, record }) => (
      <>
        <RecordFields form={form} readOnly={record['revokedAt'] !== null} />
        <ScopeField form={form} readOnly={record['revokedAt'] !== null} />
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

/** The page of a secret: scopes, last calls, and its value, shown once. */
export default function SecretPage() {
  return (
    <RecordPage
      resource="apiSecrets"
      tabs={tabs}
      head={(part) => ({
        action: (
          <RecordActions {...part} main={part.record['revokedAt'] === null && <IssueAction {...part} />} />
        ),
      })}
    />
  )
}

function IssueAction({ record }: Pick<DescribedRecord, 'record'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageAction label="Fazer o segredo" icon={null} onClick={() => setOpen(true)} />
      {isOpen && <IssueDialog id={record._id} onClose={() => setOpen(false)} />}
    </>
  )
}
