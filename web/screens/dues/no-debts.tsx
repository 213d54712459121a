import { useQuery } from '@tanstack/react-query'
import { IconCircleCheck } from '@tabler/icons-react'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { euros } from './debt-cells.tsx'
import { paymentPath } from '../../paths/dues.ts'
import classes from './member-debts.module.css'

/** Nothing is owed: what was paid last. */
export function NoDebts({ member }: { member: StoredRecord }) {
  const found = useQuery(
    listQuery('payments', {
      parent: { resource: 'members', id: member._id },
      where: { status: 'registered' },
      sort: '-date,-created_at',
      limit: 1,
    }),
  )
  const [last] = found.data?.data ?? []
  return (
    <EmptyState icon={<IconCircleCheck size="1.75rem" stroke={1.5} />} title="Nada em dívida">
      {last ? (
        <>
          O último pagamento foi de {euros(last.amount)}, em {formatDateLong(String(last.date))} (
          <AppLink to={paymentPath(last._id)} className={classes.link}>
            recibo {String(last.receiptNumber)}
          </AppLink>
          ).
        </>
      ) : (
        found.data && 'Ainda não há pagamentos.'
      )}
    </EmptyState>
  )
}
