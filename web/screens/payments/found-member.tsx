import type { Tone } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { marksOf } from '../../ui/quota-marks.ts'
import { QuotaStrip } from '../../ui/quota-strip.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { plainText } from '../../fields/texts.ts'
import { debtOf } from '../member-parts/index.ts'
import classes from './found-member.module.css'

/** Who somebody is at a glance: face, name, number, category, how the years were paid and what is owed. */
export function FoundMember({ member, search = '' }: { member: StoredRecord; search?: string }) {
  const name = plainText(member.name)
  const debt = debtOf(member)
  const state = plainText(member.currentStateLabel)
  return (
    <span className={classes.member}>
      <Avatar name={name} photo={plainText(member.photoUrl)} size="small" />
      <span className={classes.who}>
        <strong className={classes.name}>
          <MarkedText text={name} search={search} />
        </strong>
        <span className={classes.facts}>
          {'n.º\u00A0'}
          <MarkedText text={plainText(member.memberNumber)} search={search} />
          {plainText(member.categoryLabel) !== '' && ` · ${plainText(member.categoryLabel)}`}
        </span>
        {state !== '' && member.currentStateTone !== 'green' && (
          <StateBadge tone={member.currentStateTone as Tone} label={state} />
        )}
      </span>
      <span className={classes.strip}>
        <QuotaStrip marks={marksOf(member.quotaStrip)} />
      </span>
      <span className={classes.debt} data-late={debt.isLate}>
        {debt.said || 'em dia'}
      </span>
    </span>
  )
}
