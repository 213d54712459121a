import { embeddedWordsId, type EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { start } from './start.tsx'

const words = terminologyOf('club', { name: 'Clube do Outeiro' })
const firstRun = { codeRequired: false, presets: [{ id: 'club', label: 'Clube' }] }

beforeEach(() => {
  history.replaceState(null, '', '/')
  document.body.innerHTML = '<div id="root"></div>'
})

/** The page as the server embeds the terminology. */
function embed(page: EmbeddedWords): void {
  document.body.innerHTML += `<script type="application/json" id="${embeddedWordsId}">${JSON.stringify(page)}</script>`
}

/** A fake server with or without an organisation. */
function serve({ isSetUp }: { isSetUp: boolean }) {
  return fakeServer(({ path }) => {
    if (path === 'terminology') return jsonResponse({ data: words })
    if (path === 'setup')
      return isSetUp ? jsonResponse({ message: 'Não.' }, 404) : jsonResponse({ data: firstRun })
    return jsonResponse({ data: [] })
  })
}

it('with an empty database every address shows the setup', async () => {
  serve({ isSetUp: false })
  for (const path of ['/socios', '/autorizacao/entrar']) {
    queryClient.clear()
    document.body.innerHTML = '<div id="root"></div>'
    history.replaceState(null, '', path)
    await act(start)
    expect(await screen.findByText('Boas-vindas à Agremia')).toBeTruthy()
    expect(location.pathname).toBe('/configuracaoInicial')
  }
})

it('otherwise visitors see the login', async () => {
  serve({ isSetUp: true })
  await act(start)
  expect(await screen.findByRole('heading', { name: 'Clube do Outeiro' })).toBeTruthy()
  expect(location.pathname).toBe('/autorizacao/entrar')
})

it('does not request data embedded in the page', async () => {
  const { requests } = serve({ isSetUp: true })
  embed({ terminology: { ...words, name: 'Clube da Página' }, isFirstRun: false, currentStates: [] })
  await act(start)
  expect(await screen.findByRole('heading', { name: 'Clube da Página' })).toBeTruthy()
  const requested = requests.map(({ path }) => path)
  expect(requested).not.toContain('terminology')
  expect(requested).not.toContain('setup')
})

it('stores the address of a visitor for after the login', async () => {
  serve({ isSetUp: true })
  history.replaceState(null, '', '/socios/7?tab=x')
  await act(start)
  await screen.findByRole('heading', { name: 'Clube do Outeiro' })
  expect(sessionStorage.getItem('returnPath')).toBe('/socios/7?tab=x')
})

it('shows an error when the server does not respond', async () => {
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  await act(start)
  expect(await screen.findByText('Não foi possível abrir a aplicação')).toBeTruthy()
})
