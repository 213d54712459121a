import { act, cleanup, render } from '@testing-library/react'
import { startTransition, useLayoutEffect, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useHotkey } from './hotkeys.ts'

afterEach(cleanup)

it('a hotkey works from its first render, with the latest handler', () => {
  const received: number[] = []
  let rerenderInTransition = () => {}

  function WithKey({ count }: { count: number }) {
    useHotkey({ keys: 'n', label: 'Novo' }, () => received.push(count))
    return null
  }
  /** Presses the key in a layout effect, as early as possible. */
  function PressesAtOnce({ count }: { count: number }) {
    useLayoutEffect(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'n' }))
    }, [count])
    return null
  }
  function Screen() {
    const [count, setCount] = useState(1)
    rerenderInTransition = () => startTransition(() => setCount(2))
    return (
      <>
        <WithKey count={count} />
        <PressesAtOnce count={count} />
      </>
    )
  }
  render(<Screen />)
  act(() => rerenderInTransition())
  expect(received).toEqual([1, 2])
})
