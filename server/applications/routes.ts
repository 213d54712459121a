import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { either, described } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countAttempt, limitAttempts } from '../auth/index.ts'
import { one, sql } from '../database/sql.ts'
import { acceptUploads } from '../files/uploads.ts'
import { data, upload, route, openRoute } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { write } from '../rest/write-request.ts'
import { requireAccess } from '../rest/scope.ts'
import { describeForm, formApi } from './form.ts'
import { admissionPreviewRoute } from './accept.ts'
import { answerMatches, matchesApi } from './matches.ts'
import { sendApi, sendForm, uploadPhoto, validateApi, validateForm } from './send-form.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import { confirmEmail, resendLink } from './verification.ts'
import type { World } from '../rest/modules.ts'

/** Open to visitors, with a small body limit. */
const open = (api: Api) => ({ config: { open: true, api }, bodyLimit: 64 * 1024 })

const tag = 'Página de inscrição'
const verification = { 'verificationCode?': either('text?', 'number') } as const
const verifyApi: Api = {
  name: 'verifyApplicationEmail',
  summary: 'Confirmar o email de uma candidatura',
  body: verification,
  answers: { 200: data({ status: 'text' }) },
  idempotent: true,
}
const resendApi: Api = {
  name: 'resendApplicationVerification',
  summary: 'Pedir outra ligação para confirmar o email',
  body: verification,
  answers: { 204: null },
  idempotent: true,
}
const waitingApi: Api = {
  name: 'countWaitingApplications',
  summary: 'Contar as candidaturas que esperam pela secretaria',
  answers: { 200: data({ count: 'integer' }) },
}
const photoApi: Api = {
  name: 'uploadApplicationPhoto',
  summary: 'Enviar a fotografia de uma candidatura',
  tag,
  body: upload,
  answers: { 201: data({ token: described('Vai no campo photo da candidatura.', 'text') }) },
  refuses: [409, 422],
}

interface Params {
  Params: { id: string }
}

export async function applicationRoutes(app: FastifyInstance, world: World): Promise<void> {
  app.get('/application_form', open(formApi), async () => ({ data: await describeForm(world) }))
  app.post('/application_form', open(sendApi), (request, reply) => sendForm(world, request, reply))
  app.post('/application_form/validate', open(validateApi), (request) => validateForm(world, request))
  app.post('/member_applications/verifyEmail', open(verifyApi), async (request, reply) => {
    const code = codeOf(request)
    await limitAttempts(world, [['verification', request.ip]])
    return write(world, request, reply, async (writing) => ({
      status: 200,
      data: { status: await confirmEmail(writing, code) },
    }))
  })
  app.post('/member_applications/resendVerification', open(resendApi), async (request, reply) => {
    const code = codeOf(request)
    await limitAttempts(world, [['verificationSend', request.ip]])
    const isTooMany = (await countAttempt(world, [['verificationLink', code]])) !== undefined
    return write(world, request, reply, async (writing) => {
      if (!isTooMany) await resendLink(writing, code)
      return { status: 204 }
    })
  })
  app.get('/member_applications/waiting', route(waitingApi), (request) => answerWaiting(world, request))
  app.get<Params>('/member_applications/:id/matches', route(matchesApi), (request) =>
    answerMatches(world, request),
  )
  admissionPreviewRoute(app, world)
  await app.register(async (uploads) => {
    await acceptUploads(uploads)
    uploads.post('/application_form/photo', openRoute(photoApi), async (request, reply) => {
      await limitAttempts(world, [['applicationPhoto', request.ip]])
      return uploadPhoto(world, request, reply)
    })
  })
}

function codeOf(request: FastifyRequest): string {
  return textOf(bodyOf(request)['verificationCode']).slice(0, 200)
}

/** The number of applications that wait for the staff, for the menu. */
async function answerWaiting(world: World, { caller }: FastifyRequest) {
  requireAccess(memberApplications.access.read(caller), caller)
  const data = await one(
    world.database.pool,
    sql`SELECT count(*)::int AS count FROM member_applications
     WHERE state_id IN (SELECT id FROM member_application_states WHERE is_waiting)`,
    { count: 'integer' },
  )
  return { data }
}
