import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { ReactNode } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { OwnMembership } from './own-membership.ts'
import classes from './member-home.module.css'

export interface MembershipHeadProps {
  member: OwnMembership
  fields: FieldMap
  children: ReactNode
}

const facts = ['categoryId', 'admissionDate', 'stateSince']

/** Who the member is here: name, number, state and the facts of the membership. */
export function MembershipHead({ member, fields, children }: MembershipHeadProps) {
  const terminology = useTerminology()
  return (
    <Page
      narrow
      title={member.name}
      leading={<Avatar name={member.name} photo={member.photoUrl} size="large" />}
      state={
        member.currentStateLabel && (
          <StateBadge tone={member.currentStateTone ?? undefined} label={member.currentStateLabel} />
        )
      }
      subtitle={
        member.memberNumber != null && fillTerms(`{MemberSingular} n.º ${member.memberNumber}`, terminology)
      }
    >
      <dl className={classes.facts}>
        {facts.map((name) => (
          <Fact key={name} name={name} member={member} fields={fields} />
        ))}
      </dl>
      {children}
    </Page>
  )
}

interface FactProps {
  name: string
  member: OwnMembership
  fields: FieldMap
}

function Fact({ name, member, fields }: FactProps) {
  const field = fields[name]
  if (!field) return null
  return (
    <div className={classes.fact}>
      <dt>{field.label}</dt>
      <dd>{faceOf(field).toText(member[name], field, member) || '—'}</dd>
    </div>
  )
}
