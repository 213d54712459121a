import assert from 'node:assert/strict'
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testApp } from '../../testing/test-app.ts'
import { testLog } from '../../testing/test-log.ts'
import { openBackup } from '../read-backup.ts'
import { checkBackup } from '../restore.ts'
import { backupTools, refused } from '../testing.ts'

const { folder, backUp } = backupTools(await testApp({ empty: true, config: { demo: true } }))
const passphrase = 'quatro palavras que ninguém adivinha'

test('a backup with a passphrase is encrypted, has the keys, and opens with that passphrase alone', async () => {
  const { path, manifest } = await backUp('sealed.age', { passphrase })
  assert.equal(manifest.hasKeys, true)
  const bytes = readFileSync(path)
  assert.ok(bytes.subarray(0, 40).toString().startsWith('age-encryption.org/v1'))
  assert.equal(bytes.includes('helena@exemplo.pt'), false)
  assert.match(await refused(path), /BACKUP_PASSPHRASE/)
  assert.match(await refused(path, 'outra que não é esta'), /palavra-passe não é a desta/)
  const cut = join(folder, 'cut.age')
  writeFileSync(cut, bytes.subarray(0, bytes.length - 100))
  assert.match(await refused(cut, passphrase), /incompleta ou estragada/)
  const opened = await openBackup(path, passphrase)
  const { differences, rows, files } = await checkBackup(opened, testLog)
  await opened.close()
  assert.deepEqual(differences, [])
  assert.equal(
    rows,
    manifest.tables.reduce((total, table) => total + table.rows, 0),
  )
  assert.equal(files, manifest.files?.count)
})

test('a backup is refused when it was cut, changed, or is another file', async () => {
  const { path } = await backUp('whole.zip')
  const bytes = readFileSync(path)
  const write = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const cut = write('cut.zip', bytes)
  truncateSync(cut, Math.floor(statSync(path).size / 2))
  assert.match(await refused(cut), /incompleta ou estragada/)
  for (const name of ['data/members.csv', 'files/']) {
    const at = bytes.indexOf(name) + 200
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    assert.match(await refused(write('changed.zip', changed)), /incompleta ou estragada/)
  }
  assert.match(
    await refused(write('other.zip', Buffer.from('isto é um texto'))),
    /não é uma cópia de segurança/,
  )
  assert.match(await refused(join(folder, 'nada.zip')), /Não se consegue ler/)
})
