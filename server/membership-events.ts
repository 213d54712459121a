import type { members } from '@agremia/resources/definitions/members.ts'
import { described } from '@agremia/resources/json-shape.ts'
import { publish } from './rest/modules.ts'
import type { Context, World } from './rest/modules.ts'

/** Event: an application was accepted. */
export interface Admission extends Context {
  world: World
  memberId: string
  personId: string
  applicationId: string
  /** The day of admission, `YYYY-MM-DD`. */
  date: string
}

/** Event: a member's state changed, in force from `date`, which may be in the future. */
export interface StateChange extends Context {
  memberId: string
  date: string
  /** Whether a former member becomes a member again. */
  isReadmission: boolean
  /** Whether the member leaves, and their access to the work of the staff ends with it. */
  endsAccess: boolean
}

/** What the account of a person can still do besides the membership. */
export interface HeldAccess {
  userId: string
  name: string
  /** Label of the role of an account that can do the work of the staff; null for that of a member and for a blocked one. */
  role: string | null
  /** Open ones. */
  sessions: number
  /** Names of the secrets in force that they issued. */
  secrets: string[]
  /** The collector in use whose account it is. */
  collectorId: string | null
  /** Number of live membership cards. */
  cards: number
  /** Why the caller cannot end it with the change of state. */
  problem: string | null
}

/** The shape of the answer that lists the accesses a person holds. */
export const heldShape = {
  userId: 'uuid',
  name: 'text',
  role: described('O nome do perfil; null numa conta que não faz o trabalho da secretaria.', 'text?'),
  sessions: 'integer',
  secrets: ['text'],
  collectorId: described('O cobrador em uso que tem esta conta.', 'uuid?'),
  cards: 'integer',
} as const

declare module './rest/modules.ts' {
  interface AreaEvents {
    /** A membership was created or changed. The handler returns whether it wrote anything. */
    memberSaved: { event: HookContext<typeof members>; result: boolean }
    memberAdmitted: { event: Admission; result: void }
    stateChanged: { event: StateChange; result: void }
    /** A row of a member's history of states is about to be corrected, removed or replaced: its announcements become wrong. */
    stateWithdrawn: { event: Context & { memberId: string; stateId: string }; result: void }
    /** A member's history of states was corrected. */
    statesCorrected: { event: Context & { memberId: string }; result: void }
    /** Answers what these members still hold. */
    accessOfMembers: {
      event: Pick<Context, 'db' | 'caller' | 'today'> & { memberIds: readonly string[] }
      result: HeldAccess[]
    }
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

/** Makes a change that is only previewed. Returns the counts of these members after it, and their differences (`effects`). */
export async function countEffects(
  writing: Context,
  memberIds: readonly string[],
  change: () => Promise<void>,
): Promise<Record<'effects' | 'after', Record<string, number>>> {
  const count = async (): Promise<Record<string, number>> =>
    Object.assign({}, ...(await publish(writing.world, 'countForMembers', { ...writing, memberIds })))
  const before = await count()
  await change()
  const after = await count()
  const effects = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)])
  return { effects: Object.fromEntries(effects), after }
}
