import { isId } from '@agremia/resources/coerce.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import type { FastifyInstance } from 'fastify'
import { ApiError, invalid } from '../errors.ts'
import type { Engine } from '../rest/modules.ts'
import { readActionInput } from '../rest/actions.ts'
import { planOf, publish } from '../rest/modules.ts'
import { undone } from '../rest/register-resource.ts'
import { bodyOf } from '../rest/request.ts'
import { constraintOf } from '../rest/scope.ts'
import type { Writing } from '../rest/write.ts'
import { findForWriting } from '../rest/write.ts'
import { changeState } from './change-state.ts'

/** Each is changed and changed back, which takes a few milliseconds. */
const mostForeseen = 50

/**
 * `POST /members/change_state/preview`: what a change of state would do to these members (`memberIds`), `effects` by name, each
 * the difference that it makes to what areas count. A change dated ahead is foreseen as on its day.
 */
export function foreseeChangeRoute(app: FastifyInstance, engine: Engine): void {
  const { actions } = members
  if (!actions) throw new Error('members have actions')
  const { access, fields } = actions.changeState
  app.post('/members/change_state/preview', async (request) => {
    constraintOf(access(request.caller), request.caller)
    const { memberIds, ...given } = bodyOf(request)
    const ids = idsOf(memberIds)
    const data = await undone(engine, request, async (writing) => {
      // What is not written yet, such as a reason, changes nothing of what follows.
      const input = readActionInput(fields, { ...given, reason: given['reason'] || '…' }, writing)
      const date = String(input['date'])
      const onDay = { ...writing, today: date > writing.today ? date : writing.today }
      const before = await countAll(onDay, ids)
      let count = 0
      for (const id of ids) if (await change(onDay, id, input)) count++
      const after = await countAll(onDay, ids)
      return {
        count,
        effects: Object.fromEntries(
          Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]),
        ),
        after,
      }
    })
    return { data }
  })
}

function idsOf(given: unknown): string[] {
  const isGood =
    Array.isArray(given) && given.length > 0 && given.length <= mostForeseen && given.every((id) => isId(id))
  if (!isGood) throw invalid({ memberIds: [`Escolha até ${mostForeseen} pessoas.`] })
  return [...new Set((given as string[]).map((id) => id.toLowerCase()))]
}

/** Whether the member may be changed so. */
async function change(writing: Writing, id: string, input: Record<string, unknown>): Promise<boolean> {
  try {
    const record = await findForWriting(writing, planOf(writing.engine, members.name), id, 'read')
    await changeState({ ...writing, record, input })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

async function countAll(writing: Writing, ids: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const counted of await publish(writing.engine, 'countForMembers', { ...writing, memberIds: ids }))
    Object.assign(counts, counted)
  return counts
}
