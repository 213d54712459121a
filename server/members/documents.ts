import { restorableDays } from '@agremia/resources/restorable-days.ts'
import { staffWriters } from '@agremia/resources/access.ts'
import type { FastifyInstance } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { execute, exists, inline, many, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction } from '../database/transaction.ts'
import { discardFiles, storeContent, insertFileRow } from '../files/index.ts'
import { acceptUploads, receiveDocument } from '../photos/index.ts'
import type { Engine } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'

/** Unused files outlive the deleted members that could be restored. */
const retentionDays = restorableDays + 1

/** `POST /documents` stores a document for a change of state, and answers its id. */
export async function documentRoutes(app: FastifyInstance, { world }: Engine): Promise<void> {
  await acceptUploads(app)
  app.post('/documents', async (request, reply) => {
    constraintOf(staffWriters(request.caller), request.caller)
    const { content, mediaType } = await receiveDocument(world, request)
    const today = await world.organisation.today()
    const id = await storeContent(world, { mediaType, contents: { original: content } }, async (file) => {
      await inTransaction(world.database, async (tx) => {
        await insertFileRow(tx, file)
        await execute(tx, sql`INSERT INTO state_documents (id, unused_since) VALUES (${file.id}, ${today})`)
      })
      return file.id
    })
    return reply.code(201).send({ data: { _id: id } })
  })
}

/** Marks a document as used, so that it is not deleted. Returns false when it does not exist. */
export async function markDocumentUsed(db: Querying, id: string): Promise<boolean> {
  return exists(db, sql`UPDATE state_documents SET unused_since = NULL WHERE id = ${id}`)
}

/** Daily work: deletes documents that no state has used for `retentionDays`. Safe to repeat. */
export async function deleteUnusedDocuments(db: Tx, today: string): Promise<void> {
  const isUsed = sql`EXISTS (SELECT FROM member_states s WHERE s.document_id = d.id)`
  await execute(
    db,
    sql`UPDATE state_documents d SET unused_since = ${today} WHERE unused_since IS NULL AND NOT ${isUsed}`,
  )
  const rows = await many(
    db,
    sql`DELETE FROM state_documents d WHERE unused_since < ${today}::date - ${inline(retentionDays)} AND NOT ${isUsed} RETURNING id`,
    { id: 'uuid' },
  )
  await discardFiles(
    db,
    rows.map(({ id }) => id),
  )
}
