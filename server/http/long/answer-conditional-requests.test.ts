import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import type { TestCaller } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'

const { as, another, visitor } = await testApp()
const admin = await as('admin')

const explain = async (who: TestCaller = admin, tag?: string, query = '') => {
  const { status, headers, text } = await who.get(
    `/explainer${query}`,
    tag === undefined ? {} : { 'if-none-match': tag },
  )
  return { status, tag: String(headers['etag']), text, headers }
}
const set = async (name: string, value: string) =>
  succeeded(await admin.patch(`/settings/${name}`, { value }))

test('the explainer, and its part, is 304 in any session of the same role', async () => {
  const other = await another('admin')
  for (const query of ['', '?_resource=members']) {
    const { status, tag, headers } = await explain(admin, undefined, query)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'private, no-cache')
    for (const who of [admin, other]) {
      const again = await explain(who, tag, query)
      assert.deepEqual([again.status, again.text, again.tag], [304, '', tag])
    }
    assert.equal((await explain(admin, `"other", ${tag}`, query)).status, 304)
  }
})

test('a change of the terminology or of required fields makes it 200 again', async () => {
  for (const [name, value, seen] of [
    [
      'memberPlural',
      'Irmãos',
      ({ resources }: Explainer) => /irmãos/i.test(resources['members']?.label.many ?? ''),
    ],
    [
      'membersRequiredFields',
      'city',
      ({ data }: Explainer) => data['members']?.['city']?.validation.includes('required'),
    ],
  ] as const) {
    const before = await explain()
    await set(name, value)
    const { status, text, tag } = await explain(admin, before.tag)
    assert.equal(status, 200, name)
    assert.notEqual(tag, before.tag)
    assert.ok(seen(JSON.parse(text) as Explainer), name)
    assert.equal((await explain(admin, tag)).status, 304)
  }
  await set('membersRequiredFields', '')
})

test('an ETag of one role is not valid for another', async () => {
  const roles: TestCaller[] = [admin, await as('editor'), await as('member'), visitor]
  for (const owner of roles) {
    const { tag, text } = await explain(owner)
    for (const other of roles.filter((role) => role !== owner)) {
      const answer = await explain(other, tag)
      assert.equal(answer.status, 200)
      assert.notEqual(answer.text, text)
    }
  }
})

test('responses that may not be stored have no ETag', async () => {
  for (const path of ['/settings', '/members', '/terminology'])
    assert.equal((await admin.get(path)).headers['etag'], undefined, path)
})
