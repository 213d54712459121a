import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import type { Values } from '../../fields/index.ts'
import type { EnteredRecord } from '../../resource/entered-list.tsx'
import { createEntrySession } from '../../resource/entry-session.ts'
import { pickValues } from '../../resource/form/changes.ts'

interface TransactionSession {
  /** Transactions registered in this tab, newest first. */
  entered: readonly EnteredRecord[]
  /** Values that the next transaction begins with. */
  kept: Values
}

const session = createEntrySession<TransactionSession>('transactions', { entered: [], kept: {} })
export const useEnteredTransactions = session.useValue

/** Fields that are usually the same in the next transaction. */
const keptFields = ['kind', 'date', 'accountId', 'toAccountId', 'method']

export function addEntered(transaction: ResourceRecord<'transactions'>): void {
  const entered: EnteredRecord = {
    id: transaction._id,
    number: transaction.number,
    name: transaction.description,
    cents: toCents(transaction.kind === 'expense' ? 0 - transaction.amount : transaction.amount),
  }
  session.set({
    entered: [entered, ...session.get().entered],
    kept: pickValues(transaction, keptFields),
  })
}
