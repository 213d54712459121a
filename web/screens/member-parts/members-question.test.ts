import { expect, it } from 'vitest'
import { members } from '@agremia/resources/definitions/members.ts'
import { membersQuery } from './members-question.ts'

it('the early request of the list has the sort order of the list', () => {
  expect(membersQuery.sort).toBe(members.list?.sort)
})
