import { act, fireEvent, render } from '@testing-library/react'
import { startTransition, useLayoutEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { saveKeys, useFormKeys, useHotkey } from './hotkeys.ts'

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

it('plain hotkeys work neither in menus nor while typing, and in dialogs only those that are for dialogs', () => {
  const received: string[] = []
  function Page() {
    useHotkey({ keys: 'n', label: 'Novo' }, () => received.push('n'))
    useHotkey({ keys: '?', label: 'Teclas', inDialogs: true }, () => received.push('?'))
    useHotkey({ keys: 'mod+s', label: 'Guardar' }, () => received.push('mod+s'))
    return (
      <>
        <ul role="menu">
          <li role="menuitem">Abrir</li>
        </ul>
        <input aria-label="Nome" />
      </>
    )
  }
  const pressAll = (target: Element) => {
    received.length = 0
    for (const key of ['n', '?']) fireEvent.keyDown(target, { key })
    fireEvent.keyDown(target, { key: 's', ctrlKey: true })
    return [...received]
  }
  const { getByRole, rerender } = render(<Page />)
  expect(pressAll(document.body)).toEqual(['n', '?', 'mod+s'])
  expect(pressAll(getByRole('menuitem'))).toEqual(['mod+s'])
  expect(pressAll(getByRole('textbox'))).toEqual(['mod+s'])
  rerender(
    <>
      <Page />
      <dialog open>
        <button type="button">Fechar</button>
      </dialog>
    </>,
  )
  expect(pressAll(getByRole('button'))).toEqual(['?', 'mod+s'])
})

it('of two hotkeys with the same keys the latest runs, with either key', () => {
  const received: string[] = []
  function Saves({ name }: { name: string }) {
    useHotkey({ ...saveKeys, label: 'Guardar' }, () => received.push(name))
    return null
  }
  const { rerender } = render(<Saves name="página" />)
  rerender(
    <>
      <Saves name="página" />
      <Saves name="janela" />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'Enter', metaKey: true })
  rerender(<Saves name="página" />)
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(received).toEqual(['janela', 'janela', 'página'])
})

it('the keys that save submit the form that has the focus, before hotkeys of the page, and no part of a form', () => {
  const received: string[] = []
  function Page() {
    useFormKeys()
    useHotkey({ ...saveKeys, label: 'Guardar' }, () => received.push('página'))
    const form = (name: string, isPart = false) => (
      <form
        data-part={isPart || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          received.push(name)
        }}
      >
        <input aria-label={name} />
        <button type="submit" disabled={name === 'ocupado'}>
          Confirmar
        </button>
      </form>
    )
    return (
      <>
        {form('palavra-passe')}
        {form('email')}
        {form('parte', true)}
        {form('ocupado')}
        <input aria-label="fora" />
      </>
    )
  }
  const { getByLabelText } = render(<Page />)
  const press = (label: string) => {
    received.length = 0
    const handled = [
      { key: 'Enter', ctrlKey: true },
      { key: 's', metaKey: true },
    ].map((init) => !fireEvent.keyDown(getByLabelText(label), init))
    fireEvent.keyDown(getByLabelText(label), { key: 's' })
    expect(handled, 'the browser does not save the page').toEqual([true, true])
    return [...received]
  }
  expect(press('palavra-passe')).toEqual(['palavra-passe', 'palavra-passe'])
  expect(press('email')).toEqual(['email', 'email'])
  expect(press('parte')).toEqual(['página', 'página'])
  expect(press('fora')).toEqual(['página', 'página'])
  expect(press('ocupado')).toEqual([])
})
