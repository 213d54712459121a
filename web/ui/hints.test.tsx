import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Hints } from './hints.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = () => undefined
})

it.each([
  ['shows a hint', 'false', 'Mais ações'],
  ['whose menu is open shows none, which would cover the menu', 'true', undefined],
])('a button under the pointer %s', (_, isExpanded, shown) => {
  const { container } = render(
    <>
      <button data-hint="Mais ações" aria-haspopup="menu" aria-expanded={isExpanded === 'true'}>
        Mais
      </button>
      <Hints />
    </>,
  )
  fireEvent.pointerOver(screen.getByRole('button'))
  act(() => void vi.runAllTimers())
  expect(container.querySelector('[popover]')?.textContent).toBe(shown)
})
