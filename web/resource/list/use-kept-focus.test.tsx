import { useRef } from 'react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useKeptFocus } from './use-kept-focus.ts'

afterEach(cleanup)

function List({ total }: { total: number }) {
  const holder = useRef<HTMLDivElement>(null)
  const keepFocus = useKeptFocus(holder, total)
  return (
    <>
      <input aria-label="Pesquisar" />
      <div ref={holder} id="list" tabIndex={-1} {...keepFocus}>
        {Array.from({ length: total }, (_, index) => (
          <div key={index} data-index={index} id={`row-${index}`} tabIndex={-1} />
        ))}
        {total === 0 && <p>Sem resultados</p>}
      </div>
    </>
  )
}

const focused = () => document.activeElement?.id
const onRow = (index: number) => document.getElementById(`row-${index}`)?.focus()

it('whoever was on the last row is on the one before it when it goes away, and then on the list', () => {
  const { rerender } = render(<List total={3} />)
  onRow(2)
  rerender(<List total={2} />)
  expect(focused()).toBe('row-1')
  rerender(<List total={0} />)
  expect(focused()).toBe('list')
})

it('whoever was on another row stays in that place', () => {
  const { rerender } = render(<List total={3} />)
  onRow(1)
  rerender(<List total={2} />)
  expect(focused()).toBe('row-1')
})

it('whoever left the rows is not called back', () => {
  const { rerender } = render(<List total={3} />)
  onRow(2)
  document.querySelector('input')?.focus()
  document.querySelector('input')?.blur()
  rerender(<List total={2} />)
  expect(document.activeElement).toBe(document.body)
})
