import { expect, it } from 'vitest'
import { type ActivityEvent, groupEvents } from './group-events.ts'

const exported: ActivityEvent = {
  _id: '1',
  _created_at: '2026-11-30T10:00:00.000Z',
  recordId: null,
  resource: 'members',
  userName: 'Ana',
  action: 'exported',
  verb: null,
  restorable: false,
  title: 'a lista de sócios',
  isList: true,
  details: '280 linhas, PDF',
  address: '10.0.0.1',
  changes: [],
}

it('groups consecutive lines of one person that are the same, and shows the newest', () => {
  const at = (_created_at: string, more: Partial<ActivityEvent> = {}) => ({
    ...exported,
    _id: _created_at,
    _created_at,
    ...more,
  })
  const groups = groupEvents([
    at('10:05'),
    at('10:04'),
    at('10:03', { userName: 'Rui' }),
    at('10:02'),
    at('10:01', { details: '3 linhas, PDF' }),
    at('10:00', { address: '10.0.0.2' }),
  ])
  expect(groups.map(({ event, count }) => [event._id, count])).toEqual([
    ['10:05', 2],
    ['10:03', 1],
    ['10:02', 1],
    ['10:01', 1],
    ['10:00', 1],
  ])
})

it('does not group events of two records with the same name', () => {
  const created = { ...exported, action: 'created', resource: 'people', title: 'Ana Reis', details: null }
  expect(
    groupEvents([
      { ...created, recordId: 'a' },
      { ...created, recordId: 'b' },
    ]),
  ).toHaveLength(2)
  expect(
    groupEvents([
      { ...created, recordId: 'a' },
      { ...created, recordId: 'a' },
    ]),
  ).toHaveLength(1)
})
