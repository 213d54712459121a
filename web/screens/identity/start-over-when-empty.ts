import { findFirstRun } from '../../api/first-run.ts'

/** The database may be a new, empty one: then this is a first run, whatever this browser remembers. */
export async function startOverWhenEmpty(): Promise<void> {
  if (!(await findFirstRun().catch(() => undefined))) return
  localStorage.clear()
  location.assign('/')
}
