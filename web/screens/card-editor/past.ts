/** What was drawn before, and what was taken back: the newest last in both. */
export interface Past<Drawing> {
  before: readonly Drawing[]
  after: readonly Drawing[]
  /** What the last change was part of: a word being typed, an arrow held down. */
  strand: string | undefined
}

const mostKept = 200

export function noPast<Drawing>(): Past<Drawing> {
  return { before: [], after: [], strand: undefined }
}

/** Remembers how it was before a change. Changes of one strand are taken back together. */
export function remember<Drawing>(past: Past<Drawing>, was: Drawing, strand?: string): Past<Drawing> {
  if (strand !== undefined && strand === past.strand) return { ...past, after: [] }
  return { before: [...past.before.slice(1 - mostKept), was], after: [], strand }
}

/** One step back from how it is; undefined when there is none. */
export function stepBack<Drawing>(past: Past<Drawing>, now: Drawing): Step<Drawing> | undefined {
  const drawing = past.before.at(-1)
  if (drawing === undefined) return undefined
  return {
    drawing,
    past: { before: past.before.slice(0, -1), after: [...past.after, now], strand: undefined },
  }
}

/** One step on again, after steps back. */
export function stepOn<Drawing>(past: Past<Drawing>, now: Drawing): Step<Drawing> | undefined {
  const drawing = past.after.at(-1)
  if (drawing === undefined) return undefined
  return {
    drawing,
    past: { before: [...past.before, now], after: past.after.slice(0, -1), strand: undefined },
  }
}

interface Step<Drawing> {
  drawing: Drawing
  past: Past<Drawing>
}
