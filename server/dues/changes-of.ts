import type { Change } from '../rest/changes.ts'

/** Beyond so many records a change is told of without naming them. */
const mostNamed = 500

/** What to tell of rows (`id`, `version`) that a statement wrote. */
export function changesOf(resource: string, action: Change['action'], rows: unknown[]): Change[] {
  const named =
    rows.length > mostNamed ? [{ id: '', version: 0 }] : (rows as Pick<Change, 'id' | 'version'>[])
  return named.map(({ id, version }) => ({ resource, action, id, version }))
}
