import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BackupKind } from '../files/backup-store.ts'
import { backupName, readBackupName } from '../files/backup-store.ts'
import type { DatedBackup } from './schedule.ts'
import { maxBackupDays } from '@agremia/resources/backup-days.ts'
import { expiredBackups } from './schedule.ts'

const now = new Date('2026-11-27T12:00:00Z')
const rules = { now, days: 7, weeks: 4, timeZone: 'Europe/Lisbon' }
const backup = (age: number, kind: BackupKind = 'scheduled', isDone = true): DatedBackup => ({
  id: `${kind} ${age}`,
  kind,
  date: new Date(now.getTime() - age * 86_400_000),
  isDone,
})
const keptOf = (backups: readonly DatedBackup[], changed: Partial<typeof rules> = {}) => {
  const expired = expiredBackups(backups, { ...rules, ...changed })
  return backups.map(({ id }) => id).filter((id) => !expired.includes(id))
}
const ages = Array.from({ length: 60 }, (_, age) => age)

describe('expired backups', () => {
  test('of scheduled ones the last seven days stay, and the last of each of four more weeks', () => {
    const kept = keptOf(ages.map((age) => backup(age)))
    assert.deepEqual(
      kept.map((id) => Number(id.split(' ')[1])),
      // 27 November 2026 is a Friday: the last days of earlier weeks are Sundays.
      [0, 1, 2, 3, 4, 5, 6, 12, 19, 26],
    )
  })

  test('of one day only the last stays', () => {
    assert.deepEqual(keptOf([backup(0.1), backup(0.2), backup(1.1)]), ['scheduled 0.1', 'scheduled 1.1'])
  })

  test('nothing is older than 35 days, whatever the settings say, but the newest complete one stays', () => {
    const all = ages.map((age) => backup(age, age % 2 ? 'scheduled' : 'requested'))
    for (const settings of [rules, { days: 35, weeks: 5 }])
      assert.ok(keptOf(all, settings).every((id) => Number(id.split(' ')[1]) <= maxBackupDays))
    assert.deepEqual(keptOf([backup(90), backup(91), backup(40, 'scheduled', false)]), ['scheduled 90'])
  })

  test('exports stay a week and are no backup, three before upgrades stay', () => {
    assert.deepEqual(keptOf([backup(8, 'export'), backup(6, 'export'), backup(50)]), [
      'export 6',
      'scheduled 50',
    ])
    const upgrades = [30, 2, 20, 10].map((age) => backup(age, 'upgrade'))
    assert.deepEqual(keptOf([...upgrades, backup(0)]), [
      'upgrade 2',
      'upgrade 20',
      'upgrade 10',
      'scheduled 0',
    ])
  })
})

test('the name of a file says its kind, time and encryption, and other names say nothing', () => {
  for (const kind of ['scheduled', 'requested', 'upgrade', 'export'] as const)
    for (const backupPassphrase of [undefined, 'quatro palavras longas'])
      assert.deepEqual(readBackupName(backupName(kind, now, { backupPassphrase })), {
        kind,
        at: now,
        isEncrypted: backupPassphrase !== undefined && kind !== 'export',
      })
  for (const name of [
    'copia.zip',
    'copia-2026-13-45-00-00-00-4f2a.zip',
    'a/copia-2026-11-27-12-00-00-4f2a.zip',
    '',
  ])
    assert.equal(readBackupName(name), undefined)
})
