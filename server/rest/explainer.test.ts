import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { testApp } from '../testing/test-app.ts'

const { as, another } = await testApp()
const admin = await as('admin')

const explain = async (query = '') => (await admin.get(`/explainer${query}`)).body as unknown as Explainer

test('`_resource` leaves only the fields and actions of this resource, and what the caller may do with all resources', async () => {
  const { data, resources } = await explain()
  const part = await explain('?_resource=members')
  const { members, payments } = resources
  assert.ok(members?.actions.length && payments?.actions.length)
  assert.deepEqual(part.data, { members: data['members'] })
  assert.deepEqual(part.resources['members'], members)
  assert.deepEqual(part.resources['payments'], { ...payments, actions: [] })
  assert.deepEqual(Object.keys(part.resources), Object.keys(resources))
  assert.deepEqual(Object.keys((await explain('?_resource=payments')).data), ['payments'])
  assert.deepEqual(await explain(), { data, resources }, 'the part is not stored as the whole')
})

test('a resource that does not exist is refused like one that the role may not see', async () => {
  const member = await as('member')
  const { data } = (await member.get('/explainer')).body as unknown as Explainer
  assert.ok(!('auditEvents' in data), 'members do not see the audit trail')
  for (const name of ['auditEvents', 'nothing', 'constructor', '']) {
    const { status, body } = await member.get(`/explainer?_resource=${name}`)
    assert.deepEqual([status, body.message], [400, `_resource: não existe o recurso «${name}».`])
  }
  assert.equal((await admin.get('/explainer?_resouce=members')).status, 400)
})

test('the explainer names the ids of its caller', async () => {
  for (const role of ['member', 'auditor'] as const) {
    const callers = [await another(role), await another(role)]
    for (const { get, userId, personId } of callers) {
      const { resources } = (await get('/explainer')).body as unknown as {
        resources: Record<string, { may: { update: { _id: string } } }>
      }
      assert.equal(resources['users']?.may.update._id, userId, role)
      if (personId) assert.equal(resources['people']?.may.update._id, personId)
    }
  }
})
