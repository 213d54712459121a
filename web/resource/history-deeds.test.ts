import { expect, it } from 'vitest'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { deedOf } from './history-deeds.ts'

it('every action of every resource is told by a word of its own', () => {
  const actions = Object.values(definitions).flatMap((definition) =>
    'actions' in definition
      ? Object.keys(definition.actions ?? {}).map((action) => [definition.name, action] as const)
      : [],
  )
  const wordless = actions.filter(([resource, action]) => deedOf(resource, action).word === 'alterou')
  expect(wordless).toEqual([])
  expect(deedOf('messages', 'cancel').word).toBe('cancelou')
  expect(deedOf('payments', 'cancel').word).toBe('anulou')
  expect(deedOf('members', 'updated').word).toBe('alterou')
})
