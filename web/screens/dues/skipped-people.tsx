import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { toast } from '../../ui/toasts.tsx'
import { debtsOfPath } from '../../paths/dues.ts'
import type { NoticeInput } from './notice-choice.ts'
import type { NoticePreview } from './notice-message.tsx'
import classes from './notify-members.module.css'

interface SkippedPeopleProps {
  /** The input of the preview that skipped them. */
  input: NoticeInput
  skipped: NoticePreview['skipped']
  byReason: NoticePreview['skippedByReason']
}

/** People who get no notice, grouped by reason; a button loads the rest of a group. */
export function SkippedPeople({ input, skipped, byReason }: SkippedPeopleProps) {
  const total = byReason.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <details className={classes.skipped}>
      <summary>{counted(total, 'pessoa não é avisada', 'pessoas não são avisadas')}</summary>
      <div className={classes.reasons}>
        {byReason.map((group) => (
          <Reason
            // People loaded for one input must not appear with another.
            key={`${group.reason} ${JSON.stringify(input)}`}
            input={input}
            group={group}
            first={skipped.filter((one) => one.reason === group.reason)}
          />
        ))}
      </div>
    </details>
  )
}

interface ReasonProps {
  input: NoticeInput
  group: NoticePreview['skippedByReason'][number]
  first: readonly Person[]
}

function Reason({ input, group: { reason, reasonLabel, count }, first }: ReasonProps) {
  const [others, setOthers] = useState<readonly Person[]>([])
  const [isLoading, setLoading] = useState(false)
  const people = [...first, ...others]

  async function loadMore() {
    setLoading(true)
    try {
      const answer = await api.post<{ data: Person[] }>('payment_notices/skipped', {
        ...input,
        reason,
        after: people.at(-1)?.memberNumber ?? 0,
      })
      if (!isTimedOut(answer)) setOthers((known) => [...known, ...answer.data])
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível ler os nomes.', { tone: 'error' })
    } finally {
      setLoading(false)
    }
  }

  return (
    <section aria-label={reasonLabel}>
      <h2 className={classes.reason}>
        {reasonLabel} ({formatCount(count)})
      </h2>
      <PeopleList people={people} />
      {count > people.length && (
        <UnstyledButton className={classes.more} disabled={isLoading} onClick={() => void loadMore()}>
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
  /** Shown beside the name when each person has their own reason. */
  reasonLabel?: string
}

interface NamedPeopleProps {
  people: readonly Person[]
  hasReasons?: boolean
}

function PeopleList({ people, hasReasons = false }: NamedPeopleProps) {
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
