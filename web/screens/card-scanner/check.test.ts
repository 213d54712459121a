import { describe, expect, it } from 'vitest'
import { addCheck, countChecks, isWaiting, settleCheck, type Check } from './check.ts'

const at = (minute: number) => `2026-11-21T18:${String(minute).padStart(2, '0')}:00.000Z`
const read = (...codes: string[]) =>
  codes.reduce<Check[]>((checks, code, index) => addCheck(checks, { code, at: at(index) }), [])

describe('a list of checks', () => {
  it('marks a card that is shown again with its first time, however often', () => {
    const checks = read('A', 'B', 'A', 'A')
    expect(checks.map(({ place, firstAt }) => [place, firstAt])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, at(0)],
      [4, at(0)],
    ])
  })

  it('counts each card once, and repeated checks separately', () => {
    let checks = read('A', 'B', 'A', 'C')
    for (const [place, status] of [
      [1, 'valido'],
      [2, 'valido'],
      [3, 'valido'],
      [4, 'desconhecido'],
    ] as const)
      checks = settleCheck(checks, place, { status })
    const { byStatus, repeated, waiting } = countChecks(checks)
    expect(Object.fromEntries(byStatus)).toEqual({ valido: 2, desconhecido: 1 })
    expect([repeated, waiting]).toEqual([1, 0])
  })

  it('waits for the server while a check has no verdict or only one from the list', () => {
    const checks = settleCheck(read('A', 'B'), 2, { status: 'valido', listedAt: at(9) })
    expect(checks.map(isWaiting)).toEqual([true, true])
    expect(settleCheck(checks, 2, { status: 'valido' }).map(isWaiting)).toEqual([true, false])
  })

  it('keeps the verdict of the list when that of the server differs', () => {
    const listed = settleCheck(read('A', 'A'), 1, { status: 'valido', listedAt: at(9), name: 'Ana R.' })
    const [agreed] = settleCheck(listed, 1, { status: 'valido', name: 'Ana R.' })
    expect(agreed).toEqual({ place: 1, at: at(0), code: 'A', status: 'valido', name: 'Ana R.' })
    const [changed] = settleCheck(listed, 1, { status: 'suspenso', name: 'Ana R.' })
    expect([changed?.status, changed?.before, changed?.listedAt]).toEqual(['suspenso', 'valido', undefined])
  })

  it('does not mark the first verdict as a change', () => {
    expect(settleCheck(read('A'), 1, { status: 'invalido' })[0]?.before).toBeUndefined()
  })
})
