/** Undo and redo steps, the latest last in both. */
export interface UndoHistory<Drawing> {
  before: readonly Drawing[]
  after: readonly Drawing[]
  /** Consecutive changes with the same key are one step, such as typing in one field or holding down an arrow key. */
  mergeKey: string | undefined
}

const maxSteps = 200

export function emptyHistory<Drawing>(): UndoHistory<Drawing> {
  return { before: [], after: [], mergeKey: undefined }
}

/** Adds the drawing from before a change as an undo step, unless it belongs to the previous step (same `mergeKey`). */
export function addStep<Drawing>(
  history: UndoHistory<Drawing>,
  was: Drawing,
  mergeKey?: string,
): UndoHistory<Drawing> {
  if (mergeKey !== undefined && mergeKey === history.mergeKey) return { ...history, after: [] }
  return { before: [...history.before.slice(1 - maxSteps), was], after: [], mergeKey }
}

/** Undoes one step from the drawing `now`; undefined if there is none. */
export function undoStep<Drawing>(history: UndoHistory<Drawing>, now: Drawing): Step<Drawing> | undefined {
  const drawing = history.before.at(-1)
  if (drawing === undefined) return undefined
  return {
    drawing,
    history: { before: history.before.slice(0, -1), after: [...history.after, now], mergeKey: undefined },
  }
}

/** Redoes one step; undefined if there is none. */
export function redoStep<Drawing>(history: UndoHistory<Drawing>, now: Drawing): Step<Drawing> | undefined {
  const drawing = history.after.at(-1)
  if (drawing === undefined) return undefined
  return {
    drawing,
    history: { before: [...history.before, now], after: history.after.slice(0, -1), mergeKey: undefined },
  }
}

interface Step<Drawing> {
  drawing: Drawing
  history: UndoHistory<Drawing>
}
