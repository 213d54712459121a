import { act, fireEvent, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { renderAt } from '../api/testing-page.tsx'
import { AppLink } from './app-link.tsx'
import { useAddress } from './router.tsx'
import { Soon } from './soon.tsx'

/** Whether the rest was there when each page opened. */
const opened: boolean[] = []

function Screen() {
  const { pathname } = useAddress()
  return pathname === '/lista' ? <AppLink to="/ficha">Abrir</AppLink> : <Sheet />
}

function Sheet() {
  useLayoutEffect(() => void opened.push(screen.queryByText('Observações') !== null), [])
  return (
    <>
      <h1>Ficha</h1>
      <Soon>Observações</Soon>
    </>
  )
}

it('the rest of a page comes after its first screen, and with it for who comes back', async () => {
  renderAt(<Screen />, '/lista')
  fireEvent.click(screen.getByText('Abrir'))
  expect(await screen.findByText('Observações')).toBeDefined()
  act(() => history.back())
  await screen.findByText('Abrir')
  act(() => history.forward())
  await screen.findByText('Observações')
  expect(opened).toEqual([false, true])
})
