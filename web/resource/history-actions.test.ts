import { expect, it } from 'vitest'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { deedOf } from './history-actions.ts'

it('every action of every resource has a verb of its own', () => {
  const actions = Object.values(definitions).flatMap((definition) =>
    'actions' in definition
      ? Object.keys(definition.actions ?? {}).map((action) => [definition.name, action] as const)
      : [],
  )
  const missing = actions.filter(([resource, action]) => deedOf(resource, action).word === 'alterou')
  expect(missing).toEqual([])
  expect(deedOf('messages', 'cancel').word).toBe('cancelou')
  expect(deedOf('payments', 'cancel').word).toBe('anulou')
  expect(deedOf('members', 'updated').word).toBe('alterou')
})
