import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useRef, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppLink } from './app-link.tsx'
import { useFirstField } from './first-field.ts'
import { Page } from './page.tsx'
import { AppRouter, useAddress, useNavigate } from './router.tsx'
import { SaveBar } from './save-bar.tsx'

beforeEach(() => {
  history.replaceState(null, '', '/lista')
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
  return () => vi.unstubAllGlobals()
})

function Menu() {
  return (
    <nav>
      {['lista', 'ficha', 'novo'].map((path) => (
        <AppLink key={path} to={`/${path}`}>
          {`menu ${path}`}
        </AppLink>
      ))}
    </nav>
  )
}

function WithField({ children }: { children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null)
  useFirstField(holder)
  return <div ref={holder}>{children}</div>
}

function Screen() {
  const { pathname } = useAddress()
  const navigate = useNavigate()
  if (pathname === '/novo')
    return (
      <Page title="Novo">
        <WithField>
          <input
            aria-label="Nome"
            onKeyDown={({ key }) => key === 'Enter' && navigate('/ficha', { replace: true })}
          />
        </WithField>
      </Page>
    )
  return (
    <Page key={pathname.split('/')[1]} title={pathname}>
      <AppLink to="/ficha/quotas">separador</AppLink>
    </Page>
  )
}

function show() {
  render(
    <MantineProvider env="test">
      <AppRouter>
        <Menu />
        <Screen />
      </AppRouter>
    </MantineProvider>,
  )
}

const heading = () => screen.getByRole('heading', { level: 1 })
/** Activates a link by keyboard. */
function open(name: string) {
  const link = screen.getByRole('link', { name })
  link.focus()
  fireEvent.click(link)
}

it('a page that is loaded leaves the focus where it is', () => {
  show()
  expect(document.activeElement).toBe(document.body)
})

it('another screen begins at its heading, from the menu and by Back', async () => {
  show()
  open('menu ficha')
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  expect(heading().textContent).toBe('/ficha')
  expect(heading().tabIndex).toBe(-1)
  await act(async () => {
    history.back()
    await vi.waitFor(() => expect(location.pathname).toBe('/lista'))
  })
  await waitFor(() => expect(heading().textContent).toBe('/lista'))
  expect(document.activeElement).toBe(heading())
})

it('what the person focuses in the page keeps the focus: a tab', async () => {
  show()
  open('menu ficha')
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  open('separador')
  await waitFor(() => expect(heading().textContent).toBe('/ficha/quotas'))
  expect(document.activeElement?.textContent).toBe('separador')
})

it('a form takes the focus instead; after it is saved, the heading of the record has it', async () => {
  show()
  open('menu novo')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nome')))
  fireEvent.keyDown(screen.getByLabelText('Nome'), { key: 'Enter' })
  await waitFor(() => expect(heading().textContent).toBe('/ficha'))
  expect(document.activeElement).toBe(heading())
})

it('when the pressed button of the save bar goes, the heading gets the focus', async () => {
  function Form() {
    const [changes, setChanges] = useState(1)
    return (
      <Page title="Ficha">
        <input aria-label="Nome" />
        <button type="button" onClick={() => setChanges(1)}>
          Mudar
        </button>
        <SaveBar changes={changes} onSave={() => setChanges(0)} onDiscard={() => undefined} />
      </Page>
    )
  }
  render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  )
  const save = () => screen.getByRole('button', { name: /Guardar/ })
  save().focus()
  fireEvent.click(save())
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  fireEvent.click(screen.getByText('Mudar'))
  screen.getByLabelText('Nome').focus()
  fireEvent.keyDown(screen.getByLabelText('Nome'), { key: 's', ctrlKey: true })
  expect(screen.queryByRole('button', { name: /Guardar/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Nome'))
})
