import { fillTerms } from '@agremia/resources/terminology.ts'
import { Anchor, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import classes from './left-out.module.css'

/** A member whom a bulk operation skips. */
export interface ExcludedMember {
  memberId: string
  memberNumber: number
  name: string
}

/** The members skipped for one reason. */
export interface ExcludedGroup {
  reason: string
  reasonLabel: string
  count: number
  /** The first of these members. */
  first: readonly ExcludedMember[]
}

/** The members whom a bulk operation skips: a `LeftOutReason` for each reason. */
export function ExclusionReasons({ children }: { children: ReactNode }) {
  return (
    <div className={classes.out}>
      <h2>Quem fica de fora, e porquê</h2>
      {children}
    </div>
  )
}

interface LeftOutReasonProps {
  group: ExcludedGroup
  /** The members to list; `group.first` by default. */
  people?: readonly ExcludedMember[]
  /** How to include them; the group is expanded when this is given. */
  way?: ReactNode
  /** Loads all members of the group. */
  onReadAll?: (() => void) | undefined
}

export function ExclusionReason({ group, people = group.first, way, onReadAll }: LeftOutReasonProps) {
  const paths = useMemberPaths()
  const hiddenCount = group.count - people.length
  return (
    <details className={classes.reason} open={way !== undefined}>
      <summary>
        {group.reasonLabel} <strong>({formatCount(group.count)})</strong>
      </summary>
      {way !== undefined && <div className={classes.way}>{way}</div>}
      <ul className={classes.people}>
        {people.map(({ memberId, memberNumber, name }) => (
          <li key={memberId}>
            <span className={classes.number}>{memberNumber}</span>
            <AppLink to={paths.record(memberId)}>{name}</AppLink>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 &&
        (onReadAll ? (
          <UnstyledButton className={classes.more} onClick={onReadAll}>
            Ver todos
          </UnstyledButton>
        ) : (
          <p className={classes.more}>E mais {formatCount(hiddenCount)}.</p>
        ))}
    </details>
  )
}

/** Empty state of a bulk operation whose criteria match no member. */
export function NoMemberMatches() {
  const terminology = useTerminology()
  const paths = useMemberPaths()
  return (
    <p>
      {fillTerms('{Nenhum} {memberSingular} cabe nesta escolha.', terminology)}{' '}
      <Anchor component={AppLink} to={paths.list} underline="always">
        {`Ver ${terminology.memberPlural}`}
      </Anchor>
    </p>
  )
}
