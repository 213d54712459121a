import { findFirstRun } from '../../api/first-run.ts'

/** If the database is new and empty, clears what this browser stored and starts the first run. */
export async function restartIfDatabaseEmpty(): Promise<void> {
  if (!(await findFirstRun().catch(() => undefined))) return
  localStorage.clear()
  location.assign('/')
}
