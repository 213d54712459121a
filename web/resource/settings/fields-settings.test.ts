import { describe, expect, it } from 'vitest'
import { withName } from './fields-settings.tsx'

describe('setting with a list of fields', () => {
  it('contains each name once', () => {
    expect(withName(['a', 'b'], 'b', true)).toBe('a,b')
    expect(withName(['a', 'b'], 'a', false)).toBe('b')
    expect(withName([], 'a', false)).toBe('')
  })
})
