import type { Context } from './context.ts'
import type { Engine } from './rest/modules.ts'

/** A member whose application was accepted. */
export interface Admission extends Context {
  engine: Engine
  memberId: string
  personId: string
  applicationId: string
  /** The day of admission, `YYYY-MM-DD`. */
  date: string
}

/** A change of a member's state, in force from `date`, which may be ahead. */
export interface StateChange extends Context {
  memberId: string
  date: string
  /** A member who had left comes back with it. */
  isReadmission: boolean
}

declare module './rest/modules.ts' {
  interface AreaEvents {
    /** A membership was created or changed. The handler returns whether it wrote anything. */
    memberSaved: { event: WriteContext; result: boolean }
    memberAdmitted: { event: Admission; result: void }
    stateChanged: { event: StateChange; result: void }
    /**
     * A change of state that is only previewed: the handler returns counts, by name, of what it may affect. Counted before and
     * after the change, in a transaction that is rolled back.
     */
    countForMembers: {
      event: Pick<Context, 'db' | 'today'> & { memberIds: readonly string[] }
      result: Record<string, number>
    }
  }
}
