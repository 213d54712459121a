import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { toast } from '../../ui/toast.ts'
import { debtsOfPath } from '../../paths/dues.ts'
import type { AskedNotices } from './notice-filter.ts'
import type { NoticePreview } from './notice-preview.ts'
import classes from './notify-members.module.css'

interface SkippedPeopleProps {
  /** What was asked for when they were passed over. */
  asked: AskedNotices
  skipped: NoticePreview['skipped']
  byReason: NoticePreview['skippedByReason']
}

/** Who is passed over, by reason: the first of them, and the others when somebody wants to see them. */
export function SkippedPeople({ asked, skipped, byReason }: SkippedPeopleProps) {
  const total = byReason.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <details className={classes.skipped}>
      <summary>{counted(total, 'pessoa não é avisada', 'pessoas não são avisadas')}</summary>
      <div className={classes.reasons}>
        {byReason.map((group) => (
          <Reason
            // What was unfolded of one question says nothing of another.
            key={`${group.reason} ${JSON.stringify(asked)}`}
            asked={asked}
            group={group}
            first={skipped.filter((one) => one.reason === group.reason)}
          />
        ))}
      </div>
    </details>
  )
}

interface ReasonProps {
  asked: AskedNotices
  group: NoticePreview['skippedByReason'][number]
  first: readonly Person[]
}

function Reason({ asked, group: { reason, reasonLabel, count }, first }: ReasonProps) {
  const [others, setOthers] = useState<readonly Person[]>([])
  const [isReading, setReading] = useState(false)
  const people = [...first, ...others]

  async function readMore() {
    setReading(true)
    try {
      const answer = await api.post<{ data: Person[] }>('payment_notices/skipped', {
        ...asked,
        reason,
        after: people.at(-1)?.memberNumber ?? 0,
      })
      if (!isTimedOut(answer)) setOthers((known) => [...known, ...answer.data])
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível ler os nomes.', { tone: 'error' })
    } finally {
      setReading(false)
    }
  }

  return (
    <section aria-label={reasonLabel}>
      <h2 className={classes.reason}>
        {reasonLabel} ({formatCount(count)})
      </h2>
      <NamedPeople people={people} />
      {count > people.length && (
        <UnstyledButton className={classes.more} disabled={isReading} onClick={() => void readMore()}>
          Ver mais {formatCount(count - people.length)}
        </UnstyledButton>
      )}
    </section>
  )
}

interface Person {
  memberId: string
  memberNumber: number
  name: string
  /** Said beside the name, where each has a reason of their own. */
  reasonLabel?: string
}

interface NamedPeopleProps {
  people: readonly Person[]
  hasReasons?: boolean
}

/** People by name, each leading to what they owe. */
export function NamedPeople({ people, hasReasons = false }: NamedPeopleProps) {
  return (
    <ul className={classes.people}>
      {people.map(({ memberId, memberNumber, name, reasonLabel }) => (
        <li key={memberId}>
          <AppLink to={debtsOfPath(memberId)}>
            {name} (n.º&nbsp;{memberNumber})
          </AppLink>
          {hasReasons && reasonLabel !== undefined && <span className={classes.note}>: {reasonLabel}</span>}
        </li>
      ))}
    </ul>
  )
}
