import { randomBytes } from 'node:crypto'
import { mayWriteField } from '@agremia/resources/describe.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { isEmpty } from '@agremia/resources/coerce.ts'
import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, limitAttempts } from '../auth/index.ts'
import { execute, exists, maybeOne, one, sql } from '../database/sql.ts'
import { inTransaction, withoutTransaction } from '../database/transaction.ts'
import { conflict, invalid } from '../errors.ts'
import { insertFileRow } from '../files/index.ts'
import { receivePhoto } from '../photos/index.ts'
import { componentRef, data } from '../rest/api.ts'
import type { Api, ApiContext } from '../rest/api.ts'
import type { Context, World } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { inputSchema } from '../rest/openapi-schemas.ts'
import { write } from '../rest/write-request.ts'
import { bodyOf, textOf } from '../rest/request.ts'
import { saveRecord, validateRecord } from '../rest/write.ts'
import { formFields, isOpen, onlineForm } from './form.ts'
import { confirmationNow } from './verification.ts'
import type { FieldMessages } from '../errors.ts'

/** The honeypot: a hidden field that only bots fill in. */
const honeypot = 'website'
const photo = 'photo'

const formSchema = (context: ApiContext) => {
  const fields = Object.entries(context.fieldsOf(memberApplications.name))
  const ofVisitors = fields.filter(([, field]) => mayWriteField(field, 'visitor'))
  return inputSchema(Object.fromEntries(ofVisitors), context, { [`${photo}?`]: 'text?' })
}

export const sendApi: Api = {
  name: 'sendApplicationForm',
  summary: 'Enviar uma candidatura',
  tag: 'Página de inscrição',
  body: formSchema,
  // With the honeypot any body seems to be accepted.
  readsAnyBody: true,
  answers: { 201: data({ number: 'integer', confirmation: 'text' }) },
  idempotent: true,
}
export const validateApi: Api = {
  name: 'validateApplicationForm',
  summary: 'Validar uma candidatura, sem gravar',
  tag: 'Página de inscrição',
  body: formSchema,
  readsAnyBody: true,
  answers: { 200: componentRef('Findings') },
}

/** `POST /application_form`: creates an application. Throws 409 when the form is closed, 422 by field, and 429. */
export async function sendForm(world: World, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const body = bodyOf(request)
  const settings = await world.organisation.settings()
  if (!isOpen(settings)) throw conflict('As candidaturas online estão fechadas. Contacte a secretaria.')
  await limitAttempts(world, [['application', request.ip]])
  if (!isEmpty(body[honeypot])) return pretendSuccess(world, reply, settings)
  return write(world, request, reply, async (writing) => {
    const formWriting = { ...writing, caller: onlineForm }
    const { input, problems } = await readForm(formWriting, body)
    const plan = planOf(world, memberApplications.name)
    if (Object.keys(problems).length > 0) {
      const { errors } = await validateRecord(formWriting, plan, input)
      throw invalid({ ...errors, ...problems })
    }
    const record = await saveRecord(formWriting, plan, { id: null, input, mode: 'create' })
    await attachPhoto(formWriting, record._id, body[photo])
    return {
      status: 201,
      data: { number: record['number'], confirmation: await confirmationNow(formWriting) },
    }
  })
}

/** `POST /application_form/validate`: `{errors}` of the form. Writes nothing, and does not reveal existing people. */
export async function validateForm(
  world: World,
  request: FastifyRequest,
): Promise<{ errors: FieldMessages }> {
  const body = bodyOf(request)
  await limitAttempts(world, [['applicationCheck', request.ip]])
  const formWriting: Context = {
    world,
    db: withoutTransaction(world.database),
    caller: onlineForm,
    address: request.ip,
    today: await world.organisation.today(),
    settings: await world.organisation.settings(),
    changes: [],
  }
  const { input, problems } = await readForm(formWriting, body)
  const { errors } = await validateRecord(formWriting, planOf(world, memberApplications.name), input)
  return { errors: { ...errors, ...problems } }
}

/** The fields of the application in the body, and the errors of unknown fields and of the photo. */
async function readForm(writing: Context, body: Record<string, unknown>) {
  const fields = formFields(writing.settings)
  const problems: FieldMessages = {}
  const input: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (Object.hasOwn(fields, name)) input[name] = value
    else if (name !== honeypot && name !== photo) problems[name] = [fieldErrors.unknown]
  }
  const problem = await photoProblem(writing, body[photo])
  if (problem) problems[photo] = [problem]
  return { input, problems }
}

/** Answers a bot as if the application had been created, with the next number, so that it does not learn of the honeypot. */
async function pretendSuccess(world: World, reply: FastifyReply, settings: Settings): Promise<string> {
  const { next } = await one(
    world.database.pool,
    sql`SELECT (last_value + CASE WHEN is_called THEN 1 ELSE 0 END)::int AS next FROM member_application_number`,
    { next: 'integer' },
  )
  void reply.code(201).type('application/json; charset=utf-8')
  const confirmation = await confirmationNow({ db: world.database.pool, world, settings })
  return JSON.stringify({ data: { number: next, confirmation } })
}

/**
 * `POST /application_form/photo`: stores the photo before its application, and answers `{data: {token}}`, which the form sends as
 * `photo`. Daily work deletes unused photos after a day.
 */
export async function uploadPhoto(world: World, request: FastifyRequest, reply: FastifyReply) {
  const token = randomBytes(24).toString('base64url')
  await receivePhoto(world, request, (photo) =>
    inTransaction(world.database, async (tx) => {
      await insertFileRow(tx, photo)
      await execute(
        tx,
        sql`INSERT INTO application_photos (token_hash, photo_id, created_at) VALUES (${hashToken(token)}, ${photo.id}, ${world.clock()})`,
      )
    }),
  )
  void reply.code(201)
  return { data: { token } }
}

/** The validation error of the field `photo`, if any. */
async function photoProblem({ db, settings }: Context, token: unknown): Promise<string | undefined> {
  if (isEmpty(token)) return settings.applicationsPhoto === 'required' ? 'Escolha uma fotografia.' : undefined
  if (settings.applicationsPhoto === 'no') return fieldErrors.unknown
  const isStored = await exists(
    db,
    sql`SELECT FROM application_photos WHERE token_hash = ${hashToken(textOf(token))}`,
  )
  return isStored ? undefined : 'A fotografia já não está disponível: envie-a de novo.'
}

/** Attaches the photo of the token to the application, and deletes the token. */
async function attachPhoto({ db }: Context, applicationId: string, token: unknown): Promise<void> {
  if (isEmpty(token)) return
  const uploaded = await maybeOne(
    db,
    sql`DELETE FROM application_photos WHERE token_hash = ${hashToken(textOf(token))} RETURNING photo_id`,
    { photo_id: 'uuid' },
  )
  if (!uploaded) return
  await execute(
    db,
    sql`UPDATE member_applications SET photo_id = ${uploaded.photo_id} WHERE id = ${applicationId}`,
  )
}
