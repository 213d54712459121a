import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { ReactNode } from 'react'
import { useMay, useTerminology } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { RecordPhoto } from '../../resource/photo/record-photo.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { DebtFact, StripFact, memberPhotos } from '../member-parts/index.ts'
import type { OwnMembership } from './own-membership.ts'

export interface MembershipHeadProps {
  member: OwnMembership
  fields: FieldMap
  children: ReactNode
}

const facts = ['categoryId', 'admissionDate']

/** Who the member is here: name, number, state and the facts of the membership. */
export function MembershipHead({ member, fields, children }: MembershipHeadProps) {
  const terminology = useTerminology()
  const mayUpdate = useMay('members').update
  return (
    <Page
      narrow
      title={member.name}
      leading={
        <RecordPhoto
          resource="members"
          record={member}
          photos={memberPhotos}
          name={member.name}
          mayChange={mayUpdate}
        />
      }
      state={
        member.currentStateLabel && (
          <StateBadge tone={member.currentStateTone ?? undefined} label={member.currentStateLabel} />
        )
      }
      subtitle={
        member.memberNumber != null && fillTerms(`{MemberSingular} n.º ${member.memberNumber}`, terminology)
      }
    >
      <Facts>
        <DebtFact record={member} />
        <StripFact record={member} />
        {facts.map((name) => (
          <FieldFact key={name} name={name} member={member} fields={fields} />
        ))}
      </Facts>
      {children}
    </Page>
  )
}

interface FieldFactProps {
  name: string
  member: OwnMembership
  fields: FieldMap
}

function FieldFact({ name, member, fields }: FieldFactProps) {
  const field = fields[name]
  return field ? <Fact label={field.label} value={faceOf(field).toText(member[name], field, member)} /> : null
}
