import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { pluralReason } from '@agremia/resources/rules/plural-reason.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { Anchor } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { type ListPart, pageByPageQuery } from '../../api/query-client.ts'
import { applicationPath } from '../../paths/applications.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ErrorState } from '../../ui/message-state.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import type { Preview } from './use-preview.ts'
import classes from './left-out.module.css'

/** A member whom a bulk operation leaves out, or an applicant who is not a member yet. */
interface ExcludedMember {
  memberId: string | null
  memberNumber: number | null
  name: string
  /** Of an applicant. */
  applicationId?: string | null
  /** What else is known about the reason. */
  note?: string | null
}

/** The members left out for one reason. */
export interface ExcludedGroup {
  reason: string
  reasonLabel: string
  count: number
  /** The first of these members; `POST …/left_out` answers with all. */
  first: readonly ExcludedMember[]
}

interface ExcludedMembersProps {
  /** The preview that leaves them out. */
  preview: Preview<unknown>
  groups: readonly ExcludedGroup[]
  title?: string
  /** How to include the members of a reason, if there is a way; then its group is open. */
  wayOf?: (reason: string) => ReactNode
  /** Link target of a member; default: the record. */
  pathOf?: (memberId: string) => string
}

/** The members whom a bulk operation leaves out, by reason. */
export function ExcludedMembers({ preview, groups, title, wayOf, pathOf }: ExcludedMembersProps) {
  const { record } = useMemberPaths()
  // The position of the sample message does not change who is left out.
  const { at: _at, ...input } = (preview.input ?? {}) as Record<string, unknown>
  if (groups.length === 0) return null
  return (
    <div className={classes.out}>
      <h2>{title ?? 'Quem fica de fora, e porquê'}</h2>
      {groups.map((group) => (
        <Reason
          // People loaded for one input must not appear with another.
          key={`${group.reason} ${JSON.stringify(input)}`}
          of={preview.of}
          input={input}
          group={group}
          way={wayOf?.(group.reason)}
          pathOf={pathOf ?? record}
        />
      ))}
    </div>
  )
}

interface ReasonProps {
  of: string
  input: object
  group: ExcludedGroup
  way: ReactNode
  pathOf: (memberId: string) => string
}

function Reason({ of, input, group, way, pathOf }: ReasonProps) {
  const { reason, count, first } = group
  const label = pluralReason(group.reasonLabel, count)
  const [isWhole, setWhole] = useState(false)
  const all = useInfiniteQuery({ ...excludedMembersQuery(of, { ...input, reason }), enabled: isWhole })
  const people = all.data?.items ?? first
  return (
    <details className={classes.reason} open={Boolean(way)}>
      <summary>
        {label} <strong>({formatNumber(count)})</strong>
      </summary>
      {way && <div className={classes.way}>{way}</div>}
      <ul className={classes.people} aria-label={label}>
        {people.map(({ memberId, memberNumber, name, applicationId, note }) => (
          <li key={memberId ?? applicationId}>
            <span className={classes.number}>{memberNumber}</span>
            <span>
              <AppLink to={memberId === null ? applicationPath(applicationId ?? '') : pathOf(memberId)}>
                {name}
              </AppLink>
              {note && ` · ${note}`}
            </span>
          </li>
        ))}
      </ul>
      {all.error && <ErrorState onRetry={() => void all.refetch()} />}
      <div className={classes.more}>
        <ShowMore
          shown={people.length}
          total={all.data?.total ?? count}
          isBusy={all.isFetching}
          onMore={() => (isWhole ? void all.fetchNextPage() : setWhole(true))}
        />
      </div>
    </details>
  )
}

function excludedMembersQuery(of: string, body: object) {
  return pageByPageQuery<ExcludedMember>([of, 'left out', body], (page) =>
    api.post<ListPart<ExcludedMember>>(`${of}/left_out?_page=${page}`, body),
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
