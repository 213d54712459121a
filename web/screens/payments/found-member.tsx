import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { searchReasons } from '@agremia/resources/match-reasons.ts'
import { useFields } from '../../api/queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { marksOf } from '../../ui/quota-marks.ts'
import { QuotaStrip } from '../../ui/quota-strip.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { Values } from '../../fields/index.ts'
import { plainText } from '../../fields/texts.ts'
import { debtOf } from '../member-parts/index.ts'
import classes from './found-member.module.css'

/** A member in search results and on the receipt: photo, name, number, category, why the search found it, quotas by year and debt. */
export function FoundMember({ member, search = '' }: { member: ResourceRecord<'members'>; search?: string }) {
  const { name } = member
  const values: Values = member
  const debt = debtOf(member)
  const state = member.currentStateLabel ?? ''
  const number = String(member.memberNumber)
  const reasons = searchReasons(useFields('members') ?? {}, member, { search, shown: [name, number] })
  return (
    <span className={classes.member}>
      <Avatar name={name} photo={member.photoUrl} size="small" />
      <span className={classes.who}>
        <strong className={classes.name}>
          <MarkedText text={name} search={search} />
        </strong>
        <span className="dimmed">
          {'n.º\u00A0'}
          <MarkedText text={number} search={search} />
          {member.categoryLabel && ` · ${member.categoryLabel}`}
          {reasons.map((field) => (
            <span key={field.name}>
              {` · ${field.label} `}
              <MarkedText text={plainText(values[field.name])} search={search} />
            </span>
          ))}
        </span>
        {state !== '' && member.currentStateTone !== 'green' && (
          <StateBadge tone={member.currentStateTone ?? undefined} label={state} />
        )}
      </span>
      <span className={classes.strip}>
        <QuotaStrip marks={marksOf(member.quotaStrip)} />
      </span>
      <span className={classes.debt} data-late={debt.isLate}>
        {debt.text || 'em dia'}
      </span>
    </span>
  )
}
