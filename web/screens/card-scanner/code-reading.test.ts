import { describe, expect, it } from 'vitest'
import { Burst, readScanned, SeenCodes } from './code-reading.ts'

const code = '7K3M9QX2VT4D'

describe('the code in a scanned text', () => {
  it.each([
    [code],
    ['7k3m-9qx2-vt4d'],
    [`https://exemplo.pt/v/${code}`],
    [`http://192.168.1.9:3000/v/${code}/`],
    [`httpsÇ--exemplo.pt-v-${code}`],
    [`HTTPSÇ--EXEMPLO.PT-V-${code}\n`],
  ])('is found in %s', (text) => {
    expect(readScanned(text)).toBe(code)
  })

  it.each([
    ['https://exemplo.pt/quotas'],
    ['BEGIN:VCARD'],
    [''],
    [`${code}7`],
    [`https://exemplo.pt/x/${code}`],
  ])('is absent from %s', (text) => {
    expect(readScanned(text)).toBeUndefined()
  })
})

describe('a reader that acts as a keyboard', () => {
  const type = (text: string, gap: number, burst = new Burst()) => {
    let moment = 1_000
    for (const key of text) burst.take(key, (moment += gap))
    return burst.take('Enter', moment + gap)
  }

  it('is recognised by its speed, with or without Shift', () => {
    expect(type(code, 8)).toBe(code)
    const burst = new Burst()
    burst.take('Shift', 1_000)
    for (const [index, key] of [...code].entries()) {
      burst.take('Shift', 1_001 + index * 9)
      burst.take(key, 1_002 + index * 9)
    }
    expect(burst.take('Enter', 1_120)).toBe(code)
  })

  it('is not confused with typing by hand or with a few fast keys', () => {
    expect(type(code, 120)).toBeUndefined()
    expect(type('abc', 8)).toBeUndefined()
  })

  it('can read again after Enter, and ignores keys typed by hand before', () => {
    const burst = new Burst()
    burst.take('x', 100)
    expect(type(code, 8, burst)).toBe(code)
    expect(burst.isReader).toBe(false)
    expect(type(code, 8, burst)).toBe(code)
  })
})

describe('codes before the camera', () => {
  it('are reported once, and again after they were out of sight', () => {
    const seen = new SeenCodes()
    expect(seen.comeIntoSight(['A'], 0)).toEqual(['A'])
    expect(seen.comeIntoSight(['A', 'B', 'B'], 1_500)).toEqual(['B'])
    expect(seen.comeIntoSight(['A'], 3_400)).toEqual([])
    expect(seen.comeIntoSight([], 5_000)).toEqual([])
    expect(seen.comeIntoSight(['A'], 5_500)).toEqual(['A'])
  })
})
