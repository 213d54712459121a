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

/** Each member is changed and rolled back, which takes a few milliseconds. */
const memberLimit = 50

/**
 * `POST /members/change_state/preview`: the differences (`effects`) that a change of state of `memberIds` would make to the counts of
 * all areas. A future change is previewed as on its day.
 */
export function changePreviewRoute(app: FastifyInstance, engine: Engine): void {
  const { actions } = members
  if (!actions) throw new Error('members have actions')
  const { access, fields } = actions.changeState
  app.post('/members/change_state/preview', async (request) => {
    constraintOf(access(request.caller), request.caller)
    const { memberIds, ...body } = bodyOf(request)
    const ids = idsOf(memberIds)
    const data = await undone(engine, request, async (writing) => {
      // A missing reason does not change the effects, and the user may not have typed it yet.
      const input = readActionInput(fields, { ...body, reason: body['reason'] || '…' }, writing)
      const date = String(input['date'])
      const onDay = { ...writing, today: date > writing.today ? date : writing.today }
      const before = await countAll(onDay, ids)
      let count = 0
      for (const id of ids) if (await tryChange(onDay, id, input)) count++
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

function idsOf(ids: unknown): string[] {
  const isValid =
    Array.isArray(ids) && ids.length > 0 && ids.length <= memberLimit && ids.every((id) => isId(id))
  if (!isValid) throw invalid({ memberIds: [`Escolha até ${memberLimit} pessoas.`] })
  return [...new Set((ids as string[]).map((id) => id.toLowerCase()))]
}

/** Changes the member. Returns false when the change is rejected. */
async function tryChange(writing: Writing, id: string, input: Record<string, unknown>): Promise<boolean> {
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
