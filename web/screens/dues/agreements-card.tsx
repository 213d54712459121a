import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { ActionButtons } from '../../resource/actions/action-buttons.tsx'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { listQuery, useFields } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { Card } from '../../ui/with-side.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { euros } from '../../ui/euros.tsx'
import classes from './agreements-card.module.css'

/** A card for each payment agreement of the member, with the state of its instalments. */
export function AgreementsCard({ member }: { member: ResourceRecord<'members'> }) {
  const parent = { resource: 'members', id: member._id }
  const agreements = useQuery(listQuery('paymentAgreements', { parent, sort: '-firstDate', limit: 20 })).data
    ?.data
  return agreements?.map((agreement) => <AgreementCard key={agreement._id} agreement={agreement} />)
}

function AgreementCard({ agreement }: { agreement: ResourceRecord<'paymentAgreements'> }) {
  const isInForce = agreement.state === 'active' || agreement.state === 'broken'
  return (
    <Card title="Acordo de pagamento">
      <div className={classes.agreement}>
        <div className={classes.head}>
          <AgreementState state={agreement.state} />
          <span>
            {isInForce
              ? `faltam ${euros(agreement.openAmount)} de ${euros(agreement.amount)}`
              : euros(agreement.amount)}
          </span>
        </div>
        {isInForce ? (
          <Instalments agreementId={agreement._id} />
        ) : (
          <details>
            <summary className={classes.more}>Prestações</summary>
            <Instalments agreementId={agreement._id} />
          </details>
        )}
        {typeof agreement.notes === 'string' && <p className={classes.notes}>{agreement.notes}</p>}
        <ActionButtons resource="paymentAgreements" record={agreement} size="xs" />
      </div>
    </Card>
  )
}

function AgreementState({ state }: { state: unknown }) {
  const option = useFields('paymentAgreements')?.state?.options?.find(({ value }) => value === state)
  return option ? <StateBadge tone={option.tone} label={option.label} /> : null
}

function Instalments({ agreementId }: { agreementId: string }) {
  const parent = { resource: 'paymentAgreements', id: agreementId }
  const parts = useQuery(listQuery('agreementInstalments', { parent, sort: 'dueDate', limit: 60 })).data?.data
  if (!parts) return null
  return (
    <Timeline>
      {parts.map((part) => (
        <Instalment key={part._id} part={part} />
      ))}
    </Timeline>
  )
}

function Instalment({ part }: { part: ResourceRecord<'agreementInstalments'> }) {
  const { number, dueDate, amount, paidAmount, waivedAmount } = part
  const isPaid = toCents(paidAmount) === toCents(amount)
  const isOver = toCents(paidAmount) + toCents(waivedAmount) === toCents(amount)
  const isLate = !isOver && dueDate < organisationToday()
  const partly = [
    toCents(paidAmount) > 0 && `pago ${euros(paidAmount)}`,
    toCents(waivedAmount) > 0 && `${euros(waivedAmount)} já não são devidos`,
  ].filter((text) => text !== false)
  const until = `${isLate ? 'em atraso desde' : 'até'} ${formatDate(dueDate)}`
  return (
    <TimelineEntry
      tone={isOver ? 'green' : isLate ? 'red' : undefined}
      title={`${number}.ª prestação: ${euros(amount)}`}
      when={isPaid ? 'paga' : isOver ? 'saldada' : until}
      detail={!isPaid && partly.length > 0 && partly.join(', ')}
    />
  )
}
