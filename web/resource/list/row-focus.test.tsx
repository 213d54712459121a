import { useRef } from 'react'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFocusRecovery } from './row-focus.ts'

function List({ total }: { total: number }) {
  const holder = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusRecovery(holder, total)
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

it('when the last row disappears, the focus moves to the row before it, then to the list', () => {
  const { rerender } = render(<List total={3} />)
  onRow(2)
  rerender(<List total={2} />)
  expect(focused()).toBe('row-1')
  rerender(<List total={0} />)
  expect(focused()).toBe('list')
})

it('when another row disappears, the focus stays at its position', () => {
  const { rerender } = render(<List total={3} />)
  onRow(1)
  rerender(<List total={2} />)
  expect(focused()).toBe('row-1')
})

it('the focus is not moved after it left the rows', () => {
  const { rerender } = render(<List total={3} />)
  onRow(2)
  document.querySelector('input')?.focus()
  document.querySelector('input')?.blur()
  rerender(<List total={2} />)
  expect(document.activeElement).toBe(document.body)
})
