import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useFitting } from './use-fitting.ts'

beforeEach(() => {
  // A monospaced font in a line of twelve letters.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(12)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent.length
  })
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

function Line({ words }: { words: readonly string[] }) {
  const { holder, shown } = useFitting<HTMLDivElement>(words.length, '')
  return (
    <div ref={holder} data-testid="line">
      {words.slice(0, shown).map((word, place) => (
        <span key={place}>{word}</span>
      ))}
    </div>
  )
}
