import { describe, expect, it } from 'vitest'
import { readScanned } from './read-scanned.ts'
import { SeenCodes } from './seen-codes.ts'
import { Burst } from './use-wedge.ts'

const code = '7K3M9QX2VT4D'

describe('what was read', () => {
  it.each([
    [code],
    ['7k3m-9qx2-vt4d'],
    [`https://exemplo.pt/v/${code}`],
    [`http://192.168.1.9:3000/v/${code}/`],
    [`httpsÇ--exemplo.pt-v-${code}`],
    [`HTTPSÇ--EXEMPLO.PT-V-${code}\n`],
  ])('%s is a code', (text) => {
    expect(readScanned(text)).toBe(code)
  })

  it.each([
    ['https://exemplo.pt/quotas'],
    ['BEGIN:VCARD'],
    [''],
    [`${code}7`],
    [`https://exemplo.pt/x/${code}`],
  ])('%s is none', (text) => {
    expect(readScanned(text)).toBeUndefined()
  })
})

describe('a reader that acts as a keyboard', () => {
  const type = (text: string, gap: number, burst = new Burst()) => {
    let moment = 1_000
    for (const key of text) burst.take(key, (moment += gap))
    return burst.take('Enter', moment + gap)
  }

  it('is told by its speed, capitals and all', () => {
    expect(type(code, 8)).toBe(code)
    const burst = new Burst()
    burst.take('Shift', 1_000)
    for (const [index, key] of [...code].entries()) {
      burst.take('Shift', 1_001 + index * 9)
      burst.take(key, 1_002 + index * 9)
    }
    expect(burst.take('Enter', 1_120)).toBe(code)
  })

  it('is not somebody who types, nor a few quick keys', () => {
    expect(type(code, 120)).toBeUndefined()
    expect(type('abc', 8)).toBeUndefined()
  })

  it('is read again after its Enter, and forgets what was typed before by hand', () => {
    const burst = new Burst()
    burst.take('x', 100)
    expect(type(code, 8, burst)).toBe(code)
    expect(burst.isOne).toBe(false)
    expect(type(code, 8, burst)).toBe(code)
  })
})

describe('what the camera sees', () => {
  it('is new once, until it has been out of sight', () => {
    const seen = new SeenCodes()
    expect(seen.comeIntoSight(['A'], 0)).toEqual(['A'])
    expect(seen.comeIntoSight(['A', 'B', 'B'], 1_500)).toEqual(['B'])
    expect(seen.comeIntoSight(['A'], 3_400)).toEqual([])
    expect(seen.comeIntoSight([], 5_000)).toEqual([])
    expect(seen.comeIntoSight(['A'], 5_500)).toEqual(['A'])
  })
})
