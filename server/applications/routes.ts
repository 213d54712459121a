import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { isEmpty } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countAttempt, limitAttempts } from '../auth/index.ts'
import { one, sql } from '../database/sql.ts'
import { acceptUploads } from '../photos/index.ts'
import type { Engine } from '../rest/modules.ts'
import { write } from '../rest/register-resource.ts'
import { constraintOf } from '../rest/scope.ts'
import { describeForm } from './form.ts'
import { admissionPreviewRoute } from './accept.ts'
import { answerMatches } from './matches.ts'
import { sendForm, uploadPhoto, validateForm } from './send-form.ts'
import { bodyOf } from '../rest/request.ts'
import { confirmEmail, resendLink } from './verification.ts'

/** Open to visitors, with a small body limit. */
const open = { config: { open: true }, bodyLimit: 64 * 1024 }

interface Params {
  Params: { id: string }
}

export async function applicationRoutes(app: FastifyInstance, engine: Engine): Promise<void> {
  app.get('/application_form', open, async () => ({ data: await describeForm(engine.world) }))
  app.post('/application_form', open, (request, reply) => sendForm(engine, request, reply))
  app.post('/application_form/validate', open, (request) => validateForm(engine, request))
  app.post('/member_applications/verifyEmail', open, async (request, reply) => {
    const code = codeOf(request)
    await limitAttempts(engine.world, [['verification', request.ip]])
    return write(engine, request, reply, async (writing) => ({
      status: 200,
      data: { status: await confirmEmail(writing, code) },
    }))
  })
  app.post('/member_applications/resendVerification', open, async (request, reply) => {
    const code = codeOf(request)
    await limitAttempts(engine.world, [['verificationSend', request.ip]])
    const isTooMany = (await countAttempt(engine.world, [['verificationLink', code]])) !== undefined
    return write(engine, request, reply, async (writing) => {
      if (!isTooMany) await resendLink(writing, code)
      return { status: 204 }
    })
  })
  app.get('/member_applications/waiting', (request) => answerWaiting(engine, request))
  app.get<Params>('/member_applications/:id/matches', (request) => answerMatches(engine, request))
  admissionPreviewRoute(app, engine)
  await app.register(async (uploads) => {
    await acceptUploads(uploads)
    uploads.post('/application_form/photo', { config: { open: true } }, async (request, reply) => {
      await limitAttempts(engine.world, [['applicationPhoto', request.ip]])
      return uploadPhoto(engine, request, reply)
    })
  })
}

function codeOf(request: FastifyRequest): string {
  const code = bodyOf(request)['verificationCode']
  return isEmpty(code) ? '' : String(code).slice(0, 200)
}

/** The number of applications that wait for the staff, for the menu. */
async function answerWaiting({ world }: Engine, { caller }: FastifyRequest) {
  constraintOf(memberApplications.access.read(caller), caller)
  const data = await one(
    world.database.pool,
    sql`SELECT count(*)::int AS count FROM member_applications
     WHERE state_id IN (SELECT id FROM member_application_states WHERE is_waiting)`,
    { count: 'integer' },
  )
  return { data }
}
