import type { ReactNode } from 'react'
import { UnstyledButton } from '@mantine/core'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { useMemberPaths } from '../../paths/members.ts'
import classes from './left-out.module.css'

/** Somebody for whom a thing that is done for many is not done. */
export interface LeftOutMember {
  memberId: string
  memberNumber: number
  name: string
}

/** Those whom one reason leaves out. */
export interface LeftOutGroup {
  reason: string
  reasonLabel: string
  count: number
  /** The first of them. */
  first: readonly LeftOutMember[]
}

/** For whom a thing that is done for many is not done: a `LeftOutReason` for each reason. */
export function LeftOutReasons({ children }: { children: ReactNode }) {
  return (
    <div className={classes.out}>
      <h2>Quem fica de fora, e porquê</h2>
      {children}
    </div>
  )
}

interface LeftOutReasonProps {
  group: LeftOutGroup
  /** Those who are named; the first of them when absent. */
  people?: readonly LeftOutMember[]
  /** What can be done about it; the reason is unfolded then. */
  way?: ReactNode
  /** Names all of them. */
  onReadAll?: (() => void) | undefined
}

export function LeftOutReason({ group, people = group.first, way, onReadAll }: LeftOutReasonProps) {
  const paths = useMemberPaths()
  const unnamed = group.count - people.length
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
      {unnamed > 0 &&
        (onReadAll ? (
          <UnstyledButton className={classes.more} onClick={onReadAll}>
            Ver todos
          </UnstyledButton>
        ) : (
          <p className={classes.more}>E mais {formatCount(unnamed)}.</p>
        ))}
    </details>
  )
}
