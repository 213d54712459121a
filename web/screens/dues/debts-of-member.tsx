import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { endedStates, owedStates } from '@agremia/resources/charge-states.ts'
import { receivedStates } from '@agremia/resources/payment-states.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { listQuery, recordQuery, useMay, useTerminology } from '../../api/queries.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/message-state.tsx'
import { debtsPath, paymentPath } from '../../paths/dues.ts'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { WithSide } from '../../ui/with-side.tsx'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { AgreementsCard } from './agreements-card.tsx'
import { isOpen } from './debt-columns.tsx'
import { EndedCharges } from './ended-charges.tsx'
import { MemberDebtsActions } from './member-debts-actions.tsx'
import { OpenCharges } from './open-charges.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { StripFact } from '../member-parts/index.ts'
import { euros } from '../../ui/euros.tsx'
import { useParams } from '../../ui/router.tsx'
import classes from './debts-of-member.module.css'
import columnClasses from './debt-columns.module.css'

/** The page of one member's charges and the actions on them. */
export default function DebtsOfMember() {
  const { memberId = '' } = useParams()
  const member = useQuery(recordQuery('members', memberId))
  const charges = useQuery({
    ...listQuery('unsettledPayments', chargesOf(memberId)),
    enabled: memberId !== '',
  })
  return (
    <QueryPage query={member} missing={<NoMember />} skeleton={<RecordSkeleton />}>
      {(record) => (
        <QueryPage query={charges} skeleton={<RecordSkeleton />}>
          {({ data }) => <MemberDebts key={memberId} member={record} charges={data} />}
        </QueryPage>
      )}
    </QueryPage>
  )
}

/** Open, cancelled and waived charges: all except paid ones. */
function chargesOf(id: string) {
  return {
    parent: { resource: 'members', id },
    where: { status: [...owedStates, ...endedStates] },
    sort: 'dueDate',
    limit: -1,
  } as const
}

function NoMember() {
  const terminology = useTerminology()
  return (
    <EmptyState
      isPage
      title={fillTerms('{Este} {memberSingular} não existe', terminology)}
      action={
        <Button component={AppLink} to={debtsPath} variant="default">
          Ver todas as dívidas
        </Button>
      }
    >
      Pode ter sido eliminado, ou o endereço estar incompleto.
    </EmptyState>
  )
}

interface MemberDebtsProps {
  member: ResourceRecord<'members'>
  charges: readonly ResourceRecord<'unsettledPayments'>[]
}

/** The member's open and ended charges, with actions on the ticked ones or on all. */
function MemberDebts({ member, charges }: MemberDebtsProps) {
  const open = charges.filter(isOpen)
  const ended = charges.filter((charge) => !isOpen(charge))
  const mayWrite = useMay('unsettledPayments').create
  return (
    <Page
      title={member.name}
      leading={<Avatar name={member.name} photo={member.photoUrl} size="large" />}
      state={
        <StateBadge tone={member.currentStateTone ?? undefined} label={member.currentStateLabel ?? ''} />
      }
      subtitle={<Subtitle member={member} />}
      action={<MemberDebtsActions member={member} open={open} />}
    >
      <DebtFacts member={member} open={open} />
      <WithSide label="Acordos de pagamento" side={<AgreementsCard member={member} />}>
        {open.length > 0 ? (
          <OpenCharges member={member} charges={open} mayWrite={mayWrite} />
        ) : (
          <NoDebts member={member} />
        )}
        {ended.length > 0 && <EndedCharges charges={ended} />}
      </WithSide>
    </Page>
  )
}

function Subtitle({ member }: { member: ResourceRecord<'members'> }) {
  const { memberSingular } = useTerminology()
  const paths = useMemberPaths()
  const facts = [`${capitalise(memberSingular)} n.º\u00A0${member.memberNumber}`, member.categoryLabel]
  return (
    <>
      {facts.join(' · ')} ·{' '}
      <AppLink to={paths.record(member._id)} className={classes.link}>
        ver a ficha
      </AppLink>
    </>
  )
}

interface DebtFactsProps {
  member: ResourceRecord<'members'>
  open: readonly ResourceRecord<'unsettledPayments'>[]
}

/** The member's balance, overdue amount, quotas by year and credit. */
function DebtFacts({ member, open }: DebtFactsProps) {
  const { balance, overdueAmount, credit, oldestDebt } = member
  const overdue = toCents(overdueAmount)
  return (
    <Facts>
      <Fact
        label="Em dívida"
        value={
          <span className={columnClasses.amount} data-late={overdue > 0}>
            {euros(balance)}
          </span>
        }
        note={open.length > 0 && counted(open.length, 'dívida', 'dívidas')}
      />
      <Fact
        label="Vencido"
        value={euros(overdueAmount)}
        note={overdue > 0 && typeof oldestDebt === 'string' && `desde ${formatDate(oldestDebt)}`}
      />
      <StripFact record={member} />
      <Fact label="Crédito" value={euros(credit)} note={toCents(credit) > 0 && 'por usar'} />
    </Facts>
  )
}

/** Shown when nothing is owed: names the last payment. */
function NoDebts({ member }: { member: ResourceRecord<'members'> }) {
  const found = useQuery(
    listQuery('payments', {
      parent: { resource: 'members', id: member._id },
      where: { status: [...receivedStates] },
      sort: '-date,-created_at',
      limit: 1,
    }),
  )
  const [last] = found.data?.data ?? []
  return (
    <EmptyState icon={<IconCircleCheck size="1.75rem" stroke={1.5} />} title="Nada em dívida">
      {last ? (
        <>
          O último pagamento foi de {euros(last.amount)}, em {formatDateLong(last.date)} (
          <AppLink to={paymentPath(last._id)} className={classes.link}>
            recibo {last.receiptNumber}
          </AppLink>
          ).
        </>
      ) : (
        found.data && 'Ainda não há pagamentos.'
      )}
    </EmptyState>
  )
}
