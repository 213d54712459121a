import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'

it('a person without a name has an icon instead of initials', () => {
  expect(render(<Avatar name="" />).container.querySelector('svg')).not.toBeNull()
  expect(render(<Avatar name="Ana Sousa" />).container.textContent).toBe('AS')
})
