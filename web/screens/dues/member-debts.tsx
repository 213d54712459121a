import type { Tone } from '@agremia/resources/descriptor.ts'
import { capitalise } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { WithSide } from '../../ui/with-side.tsx'
import { useMemberPaths } from '../../paths/members.ts'
import { AgreementsCard } from './agreements-card.tsx'
import { isOpen } from './debt-cells.tsx'
import { DebtFacts } from './debt-facts.tsx'
import { EndedCharges } from './ended-charges.tsx'
import { MemberDebtsActions } from './member-debts-actions.tsx'
import { NoDebts } from './no-debts.tsx'
import { OpenCharges } from './open-charges.tsx'
import classes from './member-debts.module.css'

interface MemberDebtsProps {
  member: StoredRecord
  charges: readonly StoredRecord[]
}

/** Who owes, what, and what can be done with all of it or with what is ticked. */
export function MemberDebts({ member, charges }: MemberDebtsProps) {
  const open = charges.filter(isOpen)
  const ended = charges.filter((charge) => !isOpen(charge))
  const mayWrite = useMay('unsettledPayments').create
  return (
    <Page
      title={String(member.name)}
      leading={
        <Avatar
          name={String(member.name)}
          photo={typeof member.photoUrl === 'string' ? member.photoUrl : null}
          size="large"
        />
      }
      state={<StateBadge tone={member.currentStateTone as Tone} label={String(member.currentStateLabel)} />}
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

function Subtitle({ member }: { member: StoredRecord }) {
  const { memberSingular } = useTerminology()
  const paths = useMemberPaths()
  const facts = [
    `${capitalise(memberSingular)} n.º\u00A0${String(member.memberNumber)}`,
    String(member.categoryLabel),
  ]
  return (
    <>
      {facts.join(' · ')} ·{' '}
      <AppLink to={paths.record(member._id)} className={classes.link}>
        ver a ficha
      </AppLink>
    </>
  )
}
