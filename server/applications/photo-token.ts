import { randomBytes } from 'node:crypto'
import { isEmpty } from '@agremia/resources/coerce.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../auth/index.ts'
import { execute, exists, maybeOne, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { storeFile } from '../files/index.ts'
import { receivePhoto } from '../photos/index.ts'
import type { Engine } from '../rest/modules.ts'
import type { Writing } from '../rest/write.ts'

/**
 * `POST /application_form/photo`: stores the photo before its application, and answers `{data: {token}}`, which the form sends as
 * `photo`. Daily work deletes unused photos after a day.
 */
export async function uploadPhoto(engine: Engine, request: FastifyRequest, reply: FastifyReply) {
  const { world } = engine
  const token = randomBytes(24).toString('base64url')
  await receivePhoto(world, request, (photo) =>
    inTransaction(world.database, async (tx) => {
      await storeFile(tx, photo)
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
export async function photoProblem({ db, settings }: Writing, token: unknown): Promise<string | undefined> {
  if (isEmpty(token)) return settings.applicationsPhoto === 'required' ? 'Escolha uma fotografia.' : undefined
  if (settings.applicationsPhoto === 'no') return 'Campo desconhecido.'
  const isStored = await exists(
    db,
    sql`SELECT FROM application_photos WHERE token_hash = ${hashToken(String(token))}`,
  )
  return isStored ? undefined : 'A fotografia já não está disponível: envie-a de novo.'
}

/** Attaches the photo of the token to the application, and deletes the token. */
export async function attachPhoto({ db }: Writing, applicationId: string, token: unknown): Promise<void> {
  if (isEmpty(token)) return
  const uploaded = await maybeOne(
    db,
    sql`DELETE FROM application_photos WHERE token_hash = ${hashToken(String(token))} RETURNING photo_id`,
    { photo_id: 'uuid' },
  )
  if (!uploaded) return
  await execute(
    db,
    sql`UPDATE member_applications SET photo_id = ${uploaded.photo_id} WHERE id = ${applicationId}`,
  )
}
