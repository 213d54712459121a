import { formTab, historyTab, RecordPage, type RecordPageTab } from '../../resource/record-page.tsx'
import { EntityTransactions } from './entity-transactions.tsx'

/** The page of an external entity: its data and its statement. */
export default function ExternalEntityPage() {
  return <RecordPage resource="externalEntities" tabs={tabs} />
}

const tabs = [
  formTab,
  {
    name: 'transaccoes',
    label: 'Transações',
    panel: ({ record }) => <EntityTransactions id={record._id} />,
  },
  historyTab,
] as const satisfies readonly RecordPageTab<'externalEntities'>[]
