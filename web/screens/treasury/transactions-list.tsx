import { fiscalYearDays, fiscalYearOf } from '@agremia/resources/rules/fiscal-year.ts'
import { useMemo } from 'react'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { useSettings } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { newTransactionPath } from '../../paths/treasury.ts'
import { type FilterSetup, RecordList } from '../../resource/record-list.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import { datePresets } from '../../resource/list/date-presets.ts'
import { LedgerExport } from './ledger-export.tsx'
import { transactionCard, transactionColumns } from './transaction-cells.tsx'
import { transactionsLead } from './transactions-lead.tsx'
import { WithAccounts } from './with-accounts.tsx'

/** The list of transactions, by default those of this year. */
export default function TransactionsList() {
  const today = organisationToday()
  const start = useFiscalYear()
  const year = fiscalYearOf(start, today)
  const hasCostCenters = useSettings().treasuryHasCostCenters === 'true'
  const [params] = useSearchParams()
  const hasBalance = params.getAll('accountId').length === 1
  const columns = useMemo(() => transactionColumns({ hasBalance }), [hasBalance])
  const defaultFilters = useMemo(() => ({ year: [String(year)] }), [year])
  const filters = useMemo<FilterSetup[]>(
    () => [
      { field: 'kind' },
      { field: 'categoryId' },
      ...(hasCostCenters ? [{ field: 'costCenterId' }] : []),
      { field: 'externalEntityId' },
      { field: 'date', presets: datePresets(today, fiscalYearDays(start, year).first) },
      { field: 'status' },
    ],
    [today, start, year, hasCostCenters],
  )
  return (
    <WithAccounts>
      <RecordList
        resource="transactions"
        columns={columns}
        cardOf={transactionCard}
        filters={filters}
        defaultFilters={defaultFilters}
        elsewhereWords="noutros anos"
        lead={transactionsLead}
        MoreExports={LedgerExport}
        newPath={newTransactionPath}
        searchPlaceholder="Número ou descrição…"
        purpose="Aqui fica o dinheiro que entra e sai de cada conta. Os pagamentos são lançados sozinhos; o resto regista-se numa linha."
      />
    </WithAccounts>
  )
}
