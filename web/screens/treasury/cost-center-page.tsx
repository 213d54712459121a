import { formTab, historyTab, RecordPage, type RecordPageTab } from '../../resource/record-page.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { CostCenterTransactions } from './cost-center-transactions.tsx'

/** The page of a cost centre: its data, its transactions and its budgets. */
export default function CostCenterPage() {
  return <RecordPage resource="costCenters" tabs={tabs} />
}

const tabs = [
  formTab,
  {
    name: 'transaccoes',
    label: 'Transações',
    panel: ({ record }) => <CostCenterTransactions id={record._id} />,
  },
  {
    name: 'orcamentos',
    label: 'Orçamentos',
    panel: ({ record }) => (
      <RecordCollection
        resource="costCenterBudgets"
        parent={{ resource: 'costCenters', id: record._id }}
        omit={['costCenterId']}
        purpose="O que se espera receber e gastar em cada ano, para comparar com o que aconteceu."
      />
    ),
  },
  historyTab,
] as const satisfies readonly RecordPageTab<'costCenters'>[]
