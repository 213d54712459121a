import { isId } from '@agremia/resources/coerce.ts'
import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import type { FastifyInstance } from 'fastify'
import { maybeOne, sql } from '../database/sql.ts'
import { ApiError, notFound } from '../errors.ts'
import { euros } from '../rest/euros.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { readActionInput } from '../rest/actions.ts'
import { undone } from '../rest/register-resource.ts'
import { bodyOf } from '../rest/request.ts'
import { constraintOf } from '../rest/scope.ts'
import type { Writing } from '../rest/write.ts'
import { findForWriting } from '../rest/write.ts'
import { accept } from './accept.ts'

/**
 * `POST /member_applications/:id/accept/preview`: the member number, the charges (in euros) and the messages that accepting the
 * application would create; null if it would be rejected. Accepts it and rolls back.
 */
export function admissionPreviewRoute(app: FastifyInstance, engine: Engine): void {
  const { actions } = memberApplications
  if (!actions) throw new Error('applications have actions')
  const { access, fields } = actions.accept
  app.post<{ Params: { id: string } }>('/member_applications/:id/accept/preview', async (request) => {
    constraintOf(access(request.caller), request.caller)
    const { id } = request.params
    if (!isId(id)) throw notFound()
    const body = bodyOf(request)
    const data = await undone(engine, request, async (writing) => {
      try {
        const record = await findForWriting(writing, planOf(engine, memberApplications.name), id, 'update')
        await accept({ ...writing, record, input: readActionInput(fields, body, writing) })
        return await readAdmission(writing, id)
      } catch (error) {
        if (error instanceof ApiError && (error.status === 422 || error.status === 409)) return null
        throw error
      }
    })
    return { data }
  })
}

async function readAdmission({ db }: Writing, applicationId: string): Promise<unknown> {
  const admission = await maybeOne(
    db,
    sql`SELECT m.member_number AS "memberNumber",
             (SELECT coalesce(json_agg(json_build_object('description', c.description, 'amount', ${euros('c.amount')}, 'dueDate', c.due_date)
               ORDER BY c.due_date, c.id), '[]') FROM unsettled_payments c WHERE c.member_id = m.id) AS charges,
             (SELECT coalesce(json_agg(json_build_object('subject', g.subject, 'channel', g.channel, 'recipient', g.recipient, 'state', g.state)
               ORDER BY g.id), '[]') FROM messages g WHERE g.person_id = m.person_id AND g.created_at = now()) AS messages
           FROM member_applications a JOIN members m ON m.id = a.member_id WHERE a.id = ${applicationId}`,
    { memberNumber: 'integer', charges: 'json', messages: 'json' },
  )
  return admission ?? null
}
