import { backups } from '@agremia/resources/definitions/backups.ts'
import { retryIn } from '../rest/background-work.ts'
import { changeFields } from '../rest/change-fields.ts'
import type { Area, Hooks } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import { backupName } from '../files/backup-store.ts'
import { restoreRoutes } from './restore-upload.ts'
import { backupRoutes } from './routes.ts'
import { planBackups } from './schedule.ts'
import { matchStoredFiles, workOnBackups } from './stored-backups.ts'

export { backupProblem } from './schedule.ts'

/** A new backup is made in the background, one at a time. */
const hooks: Hooks<typeof backups> = {
  async validate({ merged, before }) {
    if (before || merged.kind === 'requested' || merged.kind === 'export') return undefined
    return { errors: { kind: ['Só se pede uma cópia ou uma exportação.'] } }
  },
  async beforeSave({ world, merged, caller, set }) {
    const kind = merged.kind === 'export' ? 'export' : 'requested'
    const fileName = backupName(kind, world.clock(), world.config)
    set({
      kind,
      fileName,
      isEncrypted: fileName.endsWith('.age'),
      createdByName: caller.name,
      date: world.clock().toISOString(),
    })
  },
  async afterSave({ db, world, id, before }) {
    if (!before) await world.jobs.add(db, 'backups', [{ data: { id } }])
  },
}

/** Area of backups and complete exports. The commands are in `command.ts`. */
export const backupArea: Area = {
  async routes(app, world) {
    backupRoutes(app, world)
    await app.register(async (scope) => restoreRoutes(scope, world))
  },
  daily: planBackups,
  work(world) {
    matchStoredFiles(world).catch((error: unknown) =>
      world.log.warn({ err: error }, 'could not compare the list of backups with their files'),
    )
    return [world.jobs.work('backups', (job) => workOnBackups(world, job))]
  },
  resources: [
    resourceModule({
      definition: backups,
      hooks,
      actions: {
        async check(call) {
          const { db, world, record } = call
          await changeFields(call, { checkState: 'waiting', checkResult: null })
          await world.jobs.add(db, 'backups', [{ data: { check: record._id } }])
          return undefined
        },
        async discard(call) {
          await changeFields(call, { state: 'discarded' })
          await call.world.jobs.add(call.db, 'backups', [{ data: { tidy: 'true' } }])
          return undefined
        },
        retry: retryIn('backups', 'backups'),
      },
    }),
  ],
}
