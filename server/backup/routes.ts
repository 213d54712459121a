import { admins } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { backups } from '@agremia/resources/definitions/backups.ts'
import { described, orNull } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance } from 'fastify'
import { maybeOne, sql } from '../database/sql.ts'
import { withoutTransaction } from '../database/transaction.ts'
import { conflict, notFound } from '../errors.ts'
import { linkSeconds, signedUrl } from '../files/index.ts'
import { data, fileOf, linkQuery, linkShape, route, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { requireAccess } from '../rest/scope.ts'
import { backupProblem } from './schedule.ts'
import type { World } from '../rest/modules.ts'

const path = '/backups'
const variant = 'file'

const linkApi: Api = {
  name: 'readBackupLink',
  summary: 'Ler a ligação para descarregar uma cópia',
  answers: { 200: data(linkShape) },
  refuses: [409],
}
const fileApi: Api = {
  name: 'readBackupFile',
  summary: 'Descarregar uma cópia pela sua ligação assinada',
  query: linkQuery,
  answers: { 200: fileOf('application/zip', 'application/octet-stream') },
}
const statusApi: Api = {
  name: 'readBackupStatus',
  summary: 'Saber onde se guardam as cópias, e como estão',
  tag: backups.label.many,
  answers: {
    200: data({
      place: described('A pasta ou o bucket.', 'text'),
      isEncrypted: described('Se as cópias ficam cifradas.', 'boolean'),
      problem: described('`old`: a última é antiga; `bad`: a última confirmada não se repõe.', 'text?'),
      lastAt: orNull('moment'),
      lastCheckedAt: orNull('moment'),
    }),
  },
}

interface Link {
  Params: { id: string }
  Querystring: { e?: string; s?: string }
}

/** Routes of backups besides those of the resource. Administrators only. */
export function backupRoutes(app: FastifyInstance, world: World): void {
  const { pool } = world.database

  app.get('/backup_status', route(statusApi), async (request) => {
    requireAccess(admins(request.caller), request.caller)
    knownParameters(request, [])
    const last = await maybeOne(
      pool,
      sql`SELECT max(date) FILTER (WHERE state = 'done' AND kind <> 'export') AS "lastAt",
            max(checked_at) FILTER (WHERE check_state = 'good') AS "lastCheckedAt" FROM backups`,
      { lastAt: 'moment?', lastCheckedAt: 'moment?' },
    )
    return {
      data: {
        place: world.backups.place,
        isEncrypted: world.config.backupPassphrase !== undefined,
        problem: (await backupProblem(world)) ?? null,
        lastAt: last?.lastAt ?? null,
        lastCheckedAt: last?.lastCheckedAt ?? null,
      },
    }
  })

  app.get<WithId>(`${path}/:id/link`, route(linkApi), async (request) => {
    const { caller, ip: address } = request
    requireAccess(admins(caller), caller)
    const { id } = request.params
    if ((await findFile(id)).state !== 'done')
      throw conflict('A cópia não está pronta, ou o seu ficheiro já não existe.')
    await recordAudit({ db: withoutTransaction(world.database), caller, address }, [
      { resource: backups.name, id, action: 'download', changes: [] },
    ])
    const options = { path: `/api${path}`, hours: 1 }
    return {
      data: { url: signedUrl(world.keys.signing('documents'), { id, variant }, world.clock(), options) },
    }
  })

  app.get<Link>(
    `${path}/:id/${variant}`,
    { config: { open: true, api: fileApi }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = request.params
      const secret = world.keys.signing('documents')
      if (linkSeconds(secret, { id, variant }, request.query, world.clock()) === 0) throw notFound()
      const { name } = await findFile(id)
      const content = await world.backups.read(name)
      if (!content) throw notFound()
      return reply
        .type(name.endsWith('.zip') ? 'application/zip' : 'application/octet-stream')
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content)
    },
  )

  async function findFile(id: string): Promise<{ name: string; state: string }> {
    const found = isId(id)
      ? await maybeOne(pool, sql`SELECT file_name AS name, state FROM backups WHERE id = ${id}`, {
          name: 'text',
          state: 'text',
        })
      : undefined
    if (!found) throw notFound()
    return found
  }
}
