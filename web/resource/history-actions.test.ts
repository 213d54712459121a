import { expect, it } from 'vitest'
import { historyActionOf } from './history-actions.ts'

it('the verb of an action comes with the event; events that are no actions have a verb of their own', () => {
  const verbOf = (action: string, verb: string | null = null) => historyActionOf({ action, verb }).verb
  expect(verbOf('cancel', 'terminou o acordo')).toBe('terminou o acordo')
  expect(verbOf('created')).toBe('criou')
  expect(verbOf('download')).toBe('descarregou')
  expect(verbOf('somethingNew')).toBe('alterou')
})
