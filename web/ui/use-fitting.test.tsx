import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFitting } from './use-fitting.ts'

beforeEach(() => {
  // A monospaced font in a line of twelve letters.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(12)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent.length
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('measures again when a text grows', async () => {
  render(<Line words={['four', 'four', '…']} />)
  expect(screen.getByTestId('line').textContent).toBe('fourfour…')
  const name = screen.getByText('…').firstChild as Text
  await act(async () => {
    name.data = 'seventeen letters'.slice(0, 7)
    await Promise.resolve()
  })
  expect(screen.getByTestId('line').textContent).toBe('fourfour')
})

it('leaves out many in few renders, and renders once when all fit', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const before = this.dataset['testid'] === 'line' ? 0 : [...this.parentElement!.children].indexOf(this) * 4
    return new DOMRect(before, 0, this.dataset['testid'] === 'line' ? 12 : 4, 1)
  })
  renders = 0
  const { rerender } = render(<Line key="many" words={Array.from({ length: 20 }, () => 'four')} />)
  expect(screen.getByTestId('line').textContent).toBe('fourfourfour')
  expect(renders).toBeLessThanOrEqual(4)
  renders = 0
  rerender(<Line key="few" words={['four']} />)
  expect(renders).toBe(1)
})

let renders = 0

function Line({ words }: { words: readonly string[] }) {
  renders++
  const { holder, shown } = useFitting<HTMLDivElement>(words.length, '')
  return (
    <div ref={holder} data-testid="line">
      {words.slice(0, shown).map((word, place) => (
        <span key={place}>{word}</span>
      ))}
    </div>
  )
}
