import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Access, AccessRule, Caller, Role } from './access.ts'
import {
  admins,
  allows,
  anyOf,
  decide,
  editorsOf,
  everyone,
  isStaff,
  nobody,
  ownRecords,
  signedIn,
  staffReaders,
  staffWriters,
} from './access.ts'

const caller = (role: Role, personId: string | null = null): Caller => ({
  id: role === 'visitor' ? null : 'user',
  name: role,
  role,
  personId,
})

test('rules by role', () => {
  const roles = ['admin', 'editor', 'auditor', 'member', 'visitor'] as const
  const may = (rule: AccessRule) => roles.filter((role) => rule(caller(role)) !== false).join(' ')
  assert.equal(may(nobody), '')
  assert.equal(may(admins), 'admin')
  assert.equal(may(staffReaders), 'admin editor auditor')
  assert.equal(may(staffWriters), 'admin editor')
  assert.equal(may(editorsOf({ name: 'x' })), 'editor')
  assert.equal(may(signedIn), 'admin editor auditor member')
  assert.equal(may(everyone), 'admin editor auditor member visitor')
  assert.equal(roles.filter((role) => isStaff({ role })).join(' '), 'admin editor auditor')
})

test('ownRecords matches the caller’s person or user, and nothing for callers without one', () => {
  assert.deepEqual(ownRecords('personId')(caller('member', 'p')), { personId: 'p' })
  assert.equal(ownRecords('personId')(caller('member')), false)
  assert.deepEqual(ownRecords('_id', 'user')(caller('member')), { _id: 'user' })
  assert.equal(ownRecords('_id', 'user')(caller('visitor')), false)
})

test('ownRecords matches only the user of an auditor, not their person', () => {
  assert.equal(ownRecords('personId')(caller('auditor', 'p')), false)
  assert.deepEqual(ownRecords('_id', 'user')(caller('auditor', 'p')), { _id: 'user' })
})

test('anyOf returns the decision of the first rule that does not deny', () => {
  const rule = anyOf(staffReaders, ownRecords('personId'))
  assert.equal(rule(caller('editor', 'p')), true)
  assert.deepEqual(rule(caller('member', 'p')), { personId: 'p' })
  assert.equal(rule(caller('visitor')), false)
})

test('list and export use the rule of read, unless they have their own', () => {
  const access: Access = { read: everyone, create: nobody, update: nobody, delete: nobody }
  assert.equal(decide(access, 'list', caller('visitor')), true)
  assert.equal(decide(access, 'export', caller('member')), true)
  assert.equal(decide({ ...access, list: staffReaders }, 'export', caller('member')), false)
  assert.equal(decide({ ...access, list: staffReaders, export: everyone }, 'export', caller('member')), true)
  assert.equal(decide({ ...access, list: staffReaders }, 'read', caller('member')), true)
})

test('visitors export nothing, even when a rule allows it', () => {
  const access: Access = { read: everyone, export: everyone, create: nobody, update: nobody, delete: nobody }
  assert.equal(decide(access, 'export', caller('visitor')), false)
})

test('a record satisfies a constraint when all values are equal, or one of a list', () => {
  assert.equal(allows(true, {}), true)
  assert.equal(allows(false, {}), false)
  assert.equal(allows({}, { a: 1 }), true)
  assert.equal(allows({ a: 1, b: null }, { a: 1 }), true)
  assert.equal(allows({ a: 1 }, { a: 2 }), false)
  assert.equal(allows({ role: ['editor', 'member'] }, { role: 'member' }), true)
  assert.equal(allows({ role: ['editor', 'member'] }, { role: 'admin' }), false)
  assert.equal(allows({ role: ['editor'] }, {}), false)
})
