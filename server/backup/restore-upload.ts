import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { described } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import { execute, exists, sql } from '../database/sql.ts'
import { ApiError, conflict, invalid, notFound, StartError } from '../errors.ts'
import { newTemporaryPath } from '../files/received-documents.ts'
import { toApiError, uploadField } from '../files/uploads.ts'
import { data, uploadOf, openRoute } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { restoredChannel } from '../rest/changes.ts'
import { checkMaySetUp, hasUsers, prepareOrganisation } from '../setup/index.ts'
import type { OpenBackup } from './read-backup.ts'
import { openBackup, PassphraseError } from './read-backup.ts'
import { restoreBackup } from './restore.ts'
import { matchStoredFiles } from './stored-backups.ts'
import type { World } from '../rest/modules.ts'

const tag = 'Primeira configuração'
const restoreApi: Api = {
  name: 'restoreBackup',
  summary: 'Repor uma cópia de segurança numa instalação vazia',
  description: 'A cópia é verificada antes da resposta, e reposta depois dela.',
  tag,
  body: uploadOf({ passphrase: 'text', code: 'text' }),
  answers: { 202: data({ organisation: 'text', madeAt: 'moment' }) },
  refuses: [404, 409, 422],
}
const progressApi: Api = {
  name: 'readRestoreProgress',
  summary: 'Saber como vai a reposição de uma cópia',
  tag,
  answers: {
    200: data({
      state: described('`none`, `restoring`, `done` ou `failed`.', 'text'),
      rows: 'integer',
      files: 'integer',
      problem: 'text?',
    }),
  },
}

/** Name of the session that restores, by which other processes know of it. */
const sessionName = 'agremia restore'

interface Progress {
  state: 'none' | 'restoring' | 'done' | 'failed'
  rows: number
  files: number
  problem: string | null
}

/** `POST /setup/restore` restores an uploaded backup while there is no organisation; `GET` tells how far it is. */
export async function restoreRoutes(app: FastifyInstance, world: World): Promise<void> {
  let progress: Progress = { state: 'none', rows: 0, files: 0, problem: null }
  // The size of a backup has no limit but the disk.
  await app.register(multipart, { limits: { fileSize: Infinity, files: 1, fields: 5, fieldSize: 1000 } })

  app.get('/setup/restore', openRoute(progressApi), async () => {
    if (progress.state === 'none' && (await isRestoring()))
      return { data: { ...progress, state: 'restoring' } }
    return { data: progress }
  })

  app.post('/setup/restore', openRoute(restoreApi), async (request, reply) => {
    if (progress.state === 'restoring' || (await isRestoring()))
      throw conflict('Já está a ser reposta uma cópia: espere que acabe.')
    if (await hasUsers(world)) throw notFound('A organização já está criada.')
    const path = await newTemporaryPath(world)
    let opened: OpenBackup | undefined
    try {
      opened = await receive(request, path)
    } finally {
      if (!opened) await rm(path, { force: true })
    }
    const { organisation, madeAt } = opened.manifest
    // Another one may have begun while this one was received.
    if ((progress as Progress).state === 'restoring') {
      await opened.close()
      await rm(path, { force: true })
      throw conflict('Já está a ser reposta uma cópia: espere que acabe.')
    }
    progress = { state: 'restoring', rows: 0, files: 0, problem: null }
    void restore(opened, path)
    void reply.code(202)
    return { data: { organisation, madeAt } }
  })

  /** Receives the file and opens it. Throws 404, 415, 422. */
  async function receive(request: FastifyRequest, path: string): Promise<OpenBackup> {
    if (!request.isMultipart())
      throw new ApiError(415, 'Envie a cópia como ficheiro de um formulário (multipart/form-data).')
    const values: Record<string, string> = {}
    let hasFile = false
    try {
      for await (const part of request.parts()) {
        if (part.type === 'field') values[part.fieldname] = String(part.value)
        else if (part.fieldname !== uploadField)
          throw invalid({ [part.fieldname.slice(0, 60)]: [fieldErrors.unknown] })
        else {
          // The code comes before the file, which nobody else may send.
          await checkMaySetUp(world, values['code'], request.ip)
          await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
          hasFile = true
        }
      }
    } catch (error) {
      throw toApiError(error, { tooMany: 'Envie um só ficheiro de cada vez.' })
    }
    if (!hasFile) throw invalid({ [uploadField]: ['Escolha o ficheiro da cópia.'] })
    try {
      return await openBackup(path, values['passphrase'] || world.config.backupPassphrase)
    } catch (error) {
      if (error instanceof PassphraseError)
        throw invalid({
          passphrase: [
            values['passphrase']
              ? 'Não é a palavra-passe desta cópia.'
              : 'A cópia está cifrada: escreva a palavra-passe com que foi feita.',
          ],
        })
      if (error instanceof StartError) throw invalid({ [uploadField]: [refusalOf(error, path)] })
      throw error
    }
  }

  async function restore(opened: OpenBackup, path: string): Promise<void> {
    try {
      const target = { listenUrl: world.database.listenUrl, files: world.files, wrapping: world.config }
      await restoreBackup(target, opened, (done) => {
        progress = { ...progress, ...done }
      })
      await execute(world.database.pool, sql`SELECT pg_notify(${restoredChannel}, '')`)
      await world.keys.reopen()
      world.organisation.forget()
      await prepareOrganisation(world)
      await matchStoredFiles(world)
      progress = { ...progress, state: 'done' }
    } catch (error) {
      world.log.error({ err: error }, 'a backup could not be restored')
      const problem =
        error instanceof StartError
          ? refusalOf(error, path)
          : 'Não se conseguiu repor, e nada ficou a meio. A explicação está no registo do servidor.'
      progress = { ...progress, state: 'failed', problem }
    } finally {
      await opened.close()
      await rm(path, { force: true })
    }
  }

  /** Whether a process restores. Reads no table, since those are locked meanwhile. */
  function isRestoring(): Promise<boolean> {
    return exists(
      world.database.pool,
      sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = ${sessionName}`,
    )
  }
}

/** The reason for a refusal, without the path of the file on the server. */
function refusalOf({ message }: StartError, path: string): string {
  return message.replace(path, 'O ficheiro')
}
