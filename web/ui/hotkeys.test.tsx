import { act, cleanup, render } from '@testing-library/react'
import { startTransition, useLayoutEffect, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useHotkey } from './hotkeys.ts'

afterEach(cleanup)

it('answers from the moment that it is drawn, with what is drawn then', () => {
  const heard: number[] = []
  let goOn = () => {}

  function WithKey({ count }: { count: number }) {
    useHotkey({ keys: 'n', label: 'Novo' }, () => heard.push(count))
    return null
  }
  /** Stands for a person who presses as soon as there is something to see. */
  function PressesAtOnce({ count }: { count: number }) {
    useLayoutEffect(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'n' }))
    }, [count])
    return null
  }
  function Screen() {
    const [count, setCount] = useState(1)
    goOn = () => startTransition(() => setCount(2))
    return (
      <>
        <WithKey count={count} />
        <PressesAtOnce count={count} />
      </>
    )
  }
  render(<Screen />)
  act(() => goOn())
  expect(heard).toEqual([1, 2])
})
