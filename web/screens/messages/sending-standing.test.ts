import { expect, it } from 'vitest'
import { countsOf, standingOf } from './sending-standing.ts'

const said = (counts: Record<string, number>) =>
  standingOf(countsOf({ done: 10, leftOut: 2, ...counts }), 'f')?.label

it('says what needs somebody first, and that it was sent only once nothing waits', () => {
  expect(said({ held: 8 })).toBe('Retida')
  expect(said({ held: 1, sent: 4, failed: 3 })).toBe('1 retida')
  expect(said({ sent: 4 })).toBe('A sair')
  expect(said({ sent: 6, toPrint: 2 })).toBe('2 cartas por imprimir')
  expect(said({ sent: 6, failed: 2 })).toBe('2 falharam')
  expect(said({ sent: 6, cancelled: 2 })).toBe('Enviada')
  expect(said({ cancelled: 8 })).toBe('Cancelada')
  expect(said({ leftOut: 10 })).toBeUndefined()
})

it('each message is counted once, whatever is not said', () => {
  expect(countsOf({})).toEqual({
    messages: 0,
    sent: 0,
    waiting: 0,
    held: 0,
    toPrint: 0,
    failed: 0,
    cancelled: 0,
  })
  expect(countsOf({ done: 9, leftOut: 1, sent: 2, held: 1, failed: 1 }).waiting).toBe(4)
})
