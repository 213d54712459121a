import { expect, it } from 'vitest'
import { countsOf, sendingStateOf } from './sending-state.tsx'

const label = (counts: Record<string, number>) =>
  sendingStateOf(countsOf({ done: 10, leftOut: 2, ...counts }), 'f')?.label

it('shows first what needs a decision, and shows «Enviada» only when no message waits', () => {
  expect(label({ held: 8 })).toBe('Retida')
  expect(label({ held: 1, sent: 4, failed: 3 })).toBe('1 retida')
  expect(label({ sent: 4 })).toBe('A sair')
  expect(label({ sent: 6, toPrint: 2 })).toBe('2 cartas por imprimir')
  expect(label({ sent: 6, failed: 2 })).toBe('2 falharam')
  expect(label({ sent: 6, cancelled: 2 })).toBe('Enviada')
  expect(label({ cancelled: 8 })).toBe('Cancelada')
  expect(label({ leftOut: 10 })).toBeUndefined()
})

it('counts each message once; missing counts are zero', () => {
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
