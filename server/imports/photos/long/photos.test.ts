import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestRecord } from '../../../testing/caller.ts'
import { nifOf } from '../../../testing/make.ts'
import { samplePhoto } from '../../../testing/sample-photo.ts'
import { testApp } from '../../../testing/test-app.ts'
import { importTools, zipOf } from '../../testing.ts'
import { whoIn } from '../read-photos.ts'

const app = await testApp()
const { as, make, sql } = app
const admin = await as('admin')
const { send, upload, start, undo, rows, correct } = await importTools(app, admin)

const photoOf = async ({ _id }: TestRecord) => {
  const [row] = await sql<{ photo: string | null }>(
    'SELECT p.photo_id AS photo FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = $1',
    [_id],
  )
  return row!.photo
}

test('the digits of a name are a NIF or a number', () => {
  assert.deepEqual(
    ['123.jpg', 'fotos/NIF 123456789.png', 'socio_0042 (1).jpg', 'Ana Silva.jpg', '2019-12.jpg'].map(whoIn),
    ['123', '123456789', '42', '', ''],
  )
})

describe('photos of a ZIP', () => {
  test('are matched, decoded, and undone: a former photo comes back', async () => {
    const one = await make.member({ nif: nifOf(951) })
    const two = await make.member({ nif: nifOf(952) })
    const zip = await zipOf({
      [`fotos/${String(one['memberNumber'])}.jpg`]: await samplePhoto(1),
      [`fotos/NIF ${String(two['nif'])}.jpg`]: await samplePhoto(2),
      '999999.jpg': await samplePhoto(3),
      'Sem Nome.jpg': 'x',
      'lista.txt': 'x',
      '__MACOSX/x.jpg': 'x',
    })
    const imported = await upload(zip, { kind: 'photos', name: 'fotos.zip' })
    assert.deepEqual(
      [imported['created'], imported['changed'], imported['refused'], imported['problem']],
      [2, 0, 3, null],
    )
    const done = await start(imported)
    assert.deepEqual(
      [done['state'], done['done']],
      ['done', 2],
      JSON.stringify((await rows(done)).map(({ reason }) => reason)),
    )
    const [first, second] = [await photoOf(one), await photoOf(two)]
    assert.ok(first && second && first !== second)

    const again = await upload(
      await zipOf({ [`${String(one['memberNumber'])}.png`]: await samplePhoto(4) }),
      { kind: 'photos' },
    )
    assert.deepEqual([again['created'], again['changed']], [0, 1])
    const replaced = await start(again)
    assert.notEqual(await photoOf(one), first)
    assert.equal((await undo(replaced))['done'], 1)
    assert.equal(await photoOf(one), first)
    assert.equal((await admin.get(`/member_photos/${one._id}`)).status, 200)
    const undone = await undo(done)
    assert.deepEqual([undone['done'], undone['kept']], [2, 0])
    assert.deepEqual([await photoOf(one), await photoOf(two)], [null, null])
  })

  test('a file without digits is assigned by hand; a file that is no image fails alone', async () => {
    const member = await make.member()
    const imported = await upload(
      await zipOf({ 'Retrato.jpg': await samplePhoto(5), 'Outro.jpg': 'não é' }),
      { kind: 'photos' },
    )
    const [outro, retrato] = (await rows(imported)).toSorted((a, b) =>
      String(a['label']).localeCompare(String(b['label'])),
    )
    await correct(retrato!, { corrections: { 1: String(member['memberNumber']) } })
    await correct(outro!, { corrections: { 1: String((await make.member())['memberNumber']) } })
    const done = await start(imported)
    assert.equal(done['done'], 1)
    const failed = (await rows(done)).find(({ outcome }) => outcome === 'failed')
    assert.match(String(failed!['reason']), /não é uma fotografia/)
    assert.ok(await photoOf(member))
  })

  test('a file that is no ZIP is refused', async () => {
    const { status, body } = await send(await samplePhoto(1), { kind: 'photos', name: 'uma.jpg' })
    assert.equal(status, 422)
    assert.match(body.errors!['file']![0]!, /Não é um ZIP/)
  })
})
