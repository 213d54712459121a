import { useMemo } from 'react'
import { PartyTransactions } from './party-transactions.tsx'

/** The transactions of a member: posted payments, and what else was received from or paid to the member. */
export function MemberTransactions({ memberId }: { memberId: string }) {
  const where = useMemo(() => ({ memberId }), [memberId])
  return (
    <PartyTransactions
      where={where}
      purpose="Pagamentos lançados na tesouraria, donativos, reembolsos e o mais que se recebeu ou pagou."
    />
  )
}
