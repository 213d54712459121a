import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { listQuery } from '../../api/queries.ts'
import type { Values } from '../../fields/index.ts'
import { isEmptyValue, isSameValue } from '../../resource/form/changes.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { categoriesQuery, type TransactionCategory } from './category-input.tsx'
import type { Party } from './party-search.ts'
import { accountsQuery, type TreasuryAccount } from './treasury-accounts.ts'

/** The fields that a new transaction takes from the last one with the same party. */
const learntColumns = ['accountId', 'categoryId', 'costCenterId', 'description', 'method'] as const

/**
 * Proposes the values of the last transaction with the party, in fields that the person has not written. Calls `onProposed` once for each
 * party, when the values are in the form.
 */
export function useProposal(
  form: FormControls<'transactions'>,
  party: Party | undefined,
  onProposed: (isWhole: boolean) => void,
): void {
  const { kind } = form.values
  const last = useQuery({
    ...listQuery('transactions', {
      where: {
        [party?.resource === 'members' ? 'memberId' : 'externalEntityId']: party?._id ?? '',
        kind: String(kind),
        status: 'registered',
      },
      sort: '-date',
      limit: 1,
      columns: learntColumns,
    }),
    enabled: party !== undefined && kind !== 'transfer',
  })
  const categories = useQuery({ ...categoriesQuery, enabled: party !== undefined }).data?.data
  const accounts = useQuery(accountsQuery).data?.data
  const proposed = useRef<Values>(form.base)
  const propose = useEffectEvent((record: ResourceRecord<'transactions'> | undefined) => {
    if (!party || !categories || !accounts) return
    const values = freeValues(
      proposalOf({ party, last: record, categories, accounts, kind }),
      form.values,
      proposed.current,
    )
    proposed.current = { ...proposed.current, ...values }
    form.setMany(values)
    const next = { ...form.values, ...values }
    onProposed(!isEmptyValue(next.categoryId) && !isEmptyValue(next.description))
  })
  const found = last.data?.data[0]
  // Not what the cache knew before the transaction that was just registered.
  const isKnown = last.isSuccess && !last.isFetching && categories !== undefined && accounts !== undefined
  // Once: what others save meanwhile must neither move the focus of who is typing, nor fill what they emptied.
  const proposedFor = useRef<string>(undefined)
  const asked = party && `${party._id} ${String(kind)}`
  useEffect(() => {
    if (asked !== undefined && (!isKnown || proposedFor.current === asked)) return
    proposedFor.current = asked
    if (asked !== undefined) propose(found)
  }, [isKnown, found, asked])
}

interface ProposalInput {
  party: Pick<Party, 'defaultCategoryId'>
  /** The last transaction of the kind with the party. */
  last: Values | undefined
  categories: readonly Pick<TransactionCategory, '_id' | 'kind' | 'name' | 'active'>[]
  accounts: readonly Pick<TreasuryAccount, '_id' | 'name' | 'active'>[]
  kind: unknown
}

/** The usual category of the entity, if it has the kind, else that of the last transaction, which also gives the other values. What is not in use is not proposed. */
export function proposalOf({ party, last, categories, accounts, kind }: ProposalInput): Values {
  const isOffered = (id: unknown) =>
    categories.find((one) => one._id === id && one.kind === kind && one.active)
  const account = accounts.find(({ _id, active }) => _id === last?.accountId && active)
  const category = isOffered(party.defaultCategoryId) ?? isOffered(last?.categoryId)
  return {
    ...(category && { categoryId: category._id, categoryLabel: category.name }),
    ...(last && { description: last.description, method: last.method }),
    ...(account && { accountId: account._id, accountLabel: account.name }),
    ...(last && { costCenterId: last.costCenterId, costCenterLabel: last.costCenterLabel }),
  }
}

/** The proposed values of fields that are empty, or still have the value that was proposed before. */
export function freeValues(proposal: Values, values: Values, before: Values): Values {
  const isFree = (name: string) =>
    isEmptyValue(values[name]) || (name in before && isSameValue(values[name], before[name]))
  const nameOf = (name: string) => name.replace(/Label$/, 'Id')
  return Object.fromEntries(
    Object.entries(proposal).filter(([name, value]) => !isEmptyValue(value) && isFree(nameOf(name))),
  )
}
