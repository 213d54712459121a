import type { TestRecord } from './caller.ts'

const code = /_|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** The texts of an event of the activity log with an id or the name of a column. */
export function codesIn(event: TestRecord): string[] {
  const changes = (event['changes'] ?? []) as { label: string; from: string | null; to: string | null }[]
  const { userName, verb, title, details } = event
  return [userName, verb, title, details, ...changes.flatMap(({ label, from, to }) => [label, from, to])]
    .map((text) => String(text ?? ''))
    .filter((text) => code.test(text))
}
