import { recordPath } from '@agremia/resources/paths.ts'
import type { TimelineEntry, TimelineKind } from '@agremia/resources/timeline.ts'
import { api } from '../../api/client.ts'
import { pageByPageQuery, type Part } from '../../api/page-by-page.ts'
import { keys } from '../../api/queries.ts'

/** The events of a member, of these kinds; of all kinds when none is given. */
export function timelineQuery(memberId: string, kinds: readonly TimelineKind[]) {
  const chosen = kinds.length > 0 ? `&_kind=${kinds.join(',')}` : ''
  return pageByPageQuery<TimelineEntry>(
    [...keys.record('members', memberId), 'timeline', chosen],
    (page, signal) =>
      api.get<Part<TimelineEntry>>(
        `${recordPath('members', memberId)}/timeline?_limit=50&_page=${page}${chosen}`,
        signal,
      ),
  )
}
