import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { StartError } from '../errors.ts'
import { writeAtomically } from '../files/file-store.ts'
import type { TestApp } from '../testing/test-app.ts'
import { testLog } from '../testing/test-log.ts'
import type { Manifest } from './format.ts'
import { openBackup } from './read-backup.ts'
import { checkBackup } from './restore.ts'
import { createBackup } from './write-backup.ts'

/** Backups of an organisation, in a folder that is deleted after the tests. Call it at the top level of a test file. */
export function backupTools({ app, database }: TestApp) {
  const folder = mkdtempSync(join(tmpdir(), 'agremia-backup-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const source = { listenUrl: database.listenUrl, files: app.world.files }

  async function backUp(
    name: string,
    given: { passphrase?: string } = {},
  ): Promise<{ path: string; manifest: Manifest }> {
    const path = join(folder, name)
    const { content, manifest } = await createBackup(source, { clock: () => new Date(), ...given })
    await writeAtomically(path, content)
    return { path, manifest: await manifest }
  }

  return { folder, source, backUp }
}

/** The message with which a backup is refused; fails when it is accepted. */
export async function refused(path: string, given?: string): Promise<string> {
  try {
    const opened = await openBackup(path, given)
    try {
      await checkBackup(opened, testLog)
    } finally {
      await opened.close()
    }
  } catch (error) {
    assert.ok(error instanceof StartError, String(error))
    return (error as Error).message
  }
  throw new Error('it was accepted')
}
