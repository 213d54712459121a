import type { RecordProps } from '../../resource/loaded-record.tsx'
import { useQuery } from '@tanstack/react-query'
import { counted } from '@agremia/resources/rules/plural.ts'
import { listQuery, useMay } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { AgreementsCard, EndedCharges, MemberDebtsActions, OpenCharges } from '../dues/index.ts'
import { paymentPath } from '../../paths/dues.ts'
import { WithSide } from '../../ui/with-side.tsx'
import { Fold } from '../../ui/fold.tsx'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import { AccountStatement, type StatementEntry } from './account-statement.tsx'
import { endedChargesQuery, openChargesQuery } from '../member-parts/index.ts'
import statement from './account-statement.module.css'

/** The tab of quotas and payments: open charges with their actions, the account statement, ended charges. */
export function MemberDues({ record }: RecordProps<'members'>) {
  const open = useQuery(openChargesQuery(record._id))
  const ended = useQuery(endedChargesQuery(record._id)).data?.data ?? []
  const mayWrite = useMay('unsettledPayments').create
  const charges = open.data?.data
  if (!charges) return <RowsPlaceholder query={open} />
  return (
    <WithSide label="Acordos de pagamento" side={<AgreementsCard member={record} />}>
      {charges.length > 0 && <OpenCharges member={record} charges={charges} mayWrite={mayWrite} isPart />}
      <AccountStatement
        memberId={record._id}
        receiptOf={receiptLink}
        actions={<MemberDebtsActions member={record} open={charges} isPart />}
      />
      {ended.length > 0 && <EndedCharges charges={ended} />}
      <PaymentRequests memberId={record._id} />
    </WithSide>
  )
}

/** The Multibanco references and MB WAY requests of a member; nothing where there was none. */
function PaymentRequests({ memberId }: { memberId: string }) {
  const parent = { resource: 'members', id: memberId } as const
  const count = useQuery(listQuery('paymentIntents', { parent, limit: 1 })).data?.meta.total ?? 0
  if (count === 0) return null
  return (
    <Fold title={counted(count, 'pedido de pagamento', 'pedidos de pagamento')}>
      <RecordCollection resource="paymentIntents" parent={parent} omit={omitted} />
    </Fold>
  )
}

const omitted = ['memberId', 'memberNumber', 'personId'] as const

function receiptLink({ id, text }: StatementEntry) {
  return (
    <AppLink to={paymentPath(id)} className={statement.receipt}>
      {text}
    </AppLink>
  )
}
