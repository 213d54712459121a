import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { jsonResponse, fakeServer, neverRespond, type FakeRequest } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { DialogHost } from '../../ui/confirm-dialog.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { SettingFields, SettingsBar } from './setting-fields.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const names = [
  'organisationNif',
  'organisationEmail',
  'smsToken',
  'smsPricePerPart',
  'cardsReplacementFee',
  'multibancoEntity',
  'multibancoSubEntity',
] as const
let values: Record<string, { value: string; _version: number }>

beforeEach(() => {
  logInAs('admin')
  values = {
    organisationNif: { value: '501442600', _version: 4 },
    organisationEmail: { value: 'a@exemplo.pt', _version: 7 },
    smsToken: { value: '', _version: 1 },
    smsPricePerPart: { value: '0.045', _version: 1 },
    cardsReplacementFee: { value: '4.5', _version: 1 },
    multibancoEntity: { value: '', _version: 1 },
    multibancoSubEntity: { value: '', _version: 1 },
  }
})

it('are validated while typing; the error shows after blur and disappears when the saved value is restored', async () => {
  fakeServer(respond)
  await begin()
  type('NIPC', '123')
  fireEvent.blur(box('NIPC'))
  expect(await screen.findByText('NIF inválido.')).toBeTruthy()
  expect(screen.getByText('1 campo com erro')).toBeTruthy()
  type('NIPC', '501442600')
  expect(screen.queryByText('NIF inválido.')).toBeNull()
})

it('are saved with the version that was read', async () => {
  const { requests } = fakeServer(respond)
  await begin()
  type('Email', 'b@exemplo.pt')
  values['organisationEmail'] = { value: 'c@exemplo.pt', _version: 8 }
  save()
  expect(await screen.findByText(/Outra pessoa alterou este valor/)).toBeTruthy()
  expect(sentBodies(requests)).toEqual([{ value: 'b@exemplo.pt', _version: 7 }])
  expect(box('Email').value).toBe('b@exemplo.pt')
  save()
  await waitFor(() => expect(screen.queryByText(/por guardar/)).toBeNull())
  expect(sentBodies(requests).at(-1)).toEqual({ value: 'b@exemplo.pt', _version: 8 })
  expect(values['organisationEmail']?.value).toBe('b@exemplo.pt')
})

it('remain unsaved after a timeout, which the save bar shows', async () => {
  fakeServer((request) => (request.method === 'PATCH' ? neverRespond() : respond(request)))
  await begin()
  type('Email', 'b@exemplo.pt')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  save()
  await vi.advanceTimersByTimeAsync(10_500)
  vi.useRealTimers()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(
    /^Não foi possível guardar 1 alteração\. O servidor não respondeu a tempo\./,
  )
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull()
})

it('a failed save shows the reason in the save bar, marks no field, and can be retried', async () => {
  let fails = true
  fakeServer((request) =>
    request.method === 'PATCH' && fails
      ? jsonResponse({ message: 'Ocorreu um erro.' }, 500)
      : respond(request),
  )
  await begin()
  type('Email', 'b@exemplo.pt')
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('Ocorreu um erro. Nada se perdeu')
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull()
  expect(box('Email').value).toBe('b@exemplo.pt')
  fails = false
  fireEvent.click(screen.getByRole('button', { name: /^Tentar de novo/ }))
  await waitFor(() => expect(values['organisationEmail']?.value).toBe('b@exemplo.pt'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('show and parse decimals with a comma', async () => {
  const { requests } = fakeServer(respond)
  await begin()
  expect([box('Preço por SMS').value, box('Preço de cada nova via').value]).toEqual(['0,045', '4,50'])
  type('Preço por SMS', '0,05')
  type('Preço de cada nova via', '4,25')
  expect([box('Preço por SMS').value, box('Preço de cada nova via').value]).toEqual(['0,05', '4,25'])
  save()
  await waitFor(() => expect(screen.queryByText(/por guardar/)).toBeNull())
  expect(sentBodies(requests)).toEqual([
    { value: '0.05', _version: 1 },
    { value: '4.25', _version: 1 },
  ])
  expect([box('Preço por SMS').value, box('Preço de cada nova via').value]).toEqual(['0,05', '4,25'])
})

it('that depend on another are rejected without it, and saved after it', async () => {
  const { requests } = fakeServer(respond)
  await begin()
  type('Entidade', '12345')
  save()
  expect(await screen.findByText('Preencha também «Subentidade Multibanco».')).toBeTruthy()
  expect(sentBodies(requests)).toEqual([])
  type('Subentidade', '321')
  expect(screen.queryByText(/^Preencha também/)).toBeNull()
  save()
  await waitFor(() => expect(screen.queryByText(/por guardar/)).toBeNull())
  expect(sentBodies(requests).map((body) => (body as { value: string }).value)).toEqual(['321', '12345'])
})

it.each(['/outro', '?separador=outro'])('ask before leaving to %s', async (to) => {
  fakeServer(respond)
  const page = await begin(to)
  type('Email', 'b@exemplo.pt')
  fireEvent.click(screen.getByRole('link', { name: 'Sair' }))
  expect(await screen.findByText('Sair sem guardar?')).toBeTruthy()
  expect(page.pathname()).toBe('/')
  expect(box('Email').value).toBe('b@exemplo.pt')
})

it('are restored from the draft with the version that was read', async () => {
  const { requests } = fakeServer(respond)
  await begin()
  type('Email', 'b@exemplo.pt')
  reload()
  await waitFor(() => expect(box('Email').value).toBe('b@exemplo.pt'))
  expect(screen.getByText('1 alteração retomada, por guardar')).toBeTruthy()
  save()
  await waitFor(() => expect(screen.queryByText(/por guardar/)).toBeNull())
  expect(sentBodies(requests)).toEqual([{ value: 'b@exemplo.pt', _version: 7 }])
  reload()
  await waitFor(() => expect(box('Email').value).toBe('b@exemplo.pt'))
  expect(screen.queryByText(/por guardar/)).toBeNull()
})

it('discarded drafts are not restored, nor those of others; secrets are not stored', async () => {
  fakeServer(respond)
  await begin()
  type('Email', 'b@exemplo.pt')
  type('Chave', 'muito-secreta')
  expect(screen.getByText('2 alterações por guardar')).toBeTruthy()
  expect(JSON.stringify({ ...sessionStorage })).toContain('b@exemplo.pt')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('muito-secreta')
  logInAs('admin', 'u2')
  reload()
  await waitFor(() => expect(box('Email').value).toBe('a@exemplo.pt'))
  logInAs('admin', 'u1')
  reload()
  await waitFor(() => expect(box('Email').value).toBe('b@exemplo.pt'))
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }))
  reload()
  await waitFor(() => expect(box('Email').value).toBe('a@exemplo.pt'))
})

/** Simulates a reload. */
function reload(): void {
  cleanup()
  queryClient.clear()
  renderAt(<Form />)
}

async function begin(to = '/outro') {
  const page = renderAt(
    <>
      <Form />
      <AppLink to={to}>Sair</AppLink>
      <DialogHost />
    </>,
  )
  await waitFor(() => expect(box('Email').value).toBe('a@exemplo.pt'))
  return page
}

/** A server of versioned settings. */
function respond({ method, path, body }: FakeRequest): Response {
  if (method === 'GET') {
    const data = Object.entries(values).map(([name, setting]) => ({ _id: name, name, ...setting }))
    return jsonResponse({ data: path === 'settings' ? data : {}, resources: {} })
  }
  const sent = body as { value: string; _version?: number }
  if (path === 'settings/validate')
    return jsonResponse({ errors: sent.value === '123' ? { value: ['NIF inválido.'] } : {} })
  const name = path.replace('settings/', '')
  const stored = values[name]
  if (stored?._version !== sent._version)
    return jsonResponse({ message: 'Alterado.', data: { name, ...stored } }, 409)
  values[name] = { value: sent.value, _version: (stored?._version ?? 0) + 1 }
  return jsonResponse({ data: { name, ...values[name] } })
}

function sentBodies(requests: readonly FakeRequest[]): unknown[] {
  return requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
}

function box(label: string): HTMLInputElement {
  return screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' })
}

function type(label: string, text: string): void {
  fireEvent.change(box(label), { target: { value: text } })
}

function save(): void {
  fireEvent.click(screen.getByRole('button', { name: /^Guardar/ }))
}

function Form() {
  const settings = useSettingsForm(names)
  return (
    <>
      <SettingFields names={names} settings={settings} />
      <SettingsBar settings={settings} />
    </>
  )
}
