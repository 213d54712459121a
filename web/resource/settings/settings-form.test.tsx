import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answer, fakeServer, freshBrowser, silence, type FakeRequest } from '../../api/testing.ts'
import { draw, logInAs } from '../../api/testing-page.tsx'
import { DialogHost } from '../../ui/dialog-host.tsx'
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
  freshBrowser()
  queryClient.clear()
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
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('are judged as one types, said of what was left, and not of what is again as it was', async () => {
  fakeServer(respond)
  await begin()
  type('NIPC', '123')
  fireEvent.blur(box('NIPC'))
  expect(await screen.findByText('NIF inválido.')).toBeTruthy()
  expect(screen.getByText('1 campo com erro')).toBeTruthy()
  type('NIPC', '501442600')
  expect(screen.queryByText('NIF inválido.')).toBeNull()
})

it('are saved over the version that they were read in', async () => {
  const { requests } = fakeServer(respond)
  await begin()
  type('Email', 'b@exemplo.pt')
  values['organisationEmail'] = { value: 'c@exemplo.pt', _version: 8 }
  save()
  expect(await screen.findByText(/Outra pessoa alterou este valor/)).toBeTruthy()
  expect(written(requests)).toEqual([{ value: 'b@exemplo.pt', _version: 7 }])
  expect(box('Email').value).toBe('b@exemplo.pt')
  save()
  await waitFor(() => expect(screen.queryByText(/por guardar/)).toBeNull())
  expect(written(requests).at(-1)).toEqual({ value: 'b@exemplo.pt', _version: 8 })
  expect(values['organisationEmail']?.value).toBe('b@exemplo.pt')
})

it('without an answer in time are still to be saved, and the save bar says so', async () => {
  fakeServer((request) => (request.method === 'PATCH' ? silence() : respond(request)))
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

it('a failed save says so in the save bar, blames no field, and saves on retry', async () => {
  let fails = true
  fakeServer((request) =>
    request.method === 'PATCH' && fails ? answer({ message: 'Ocorreu um erro.' }, 500) : respond(request),
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

it('show and read decimals as the Portuguese write them', async () => {
  const { requests } = fakeServer(respond)
  await begin()
  expect([box('Preço por SMS').value, box('Preço de cada nova via').value]).toEqual(['0,045', '4,50'])
  type('Preço por SMS', '0,05')
  type('Preço de cada nova via', '4,25')
  expect([box('Preço por SMS').value, box('Preço de cada nova via').value]).toEqual(['0,05', '4,25'])
  save()
  await waitFor(() => expect(screen.queryByText(/por guardar/)).toBeNull())
  expect(written(requests)).toEqual([
    { value: '0.05', _version: 1 },
    { value: '4.25', _version: 1 },
  ])
  expect([box('Preço por SMS').value, box('Preço de cada nova via').value]).toEqual(['0,05', '4,25'])
})

it('that need another are not saved without it, and are written after it', async () => {
  const { requests } = fakeServer(respond)
  await begin()
  type('Entidade', '12345')
  save()
  expect(await screen.findByText('Preencha também «Subentidade Multibanco».')).toBeTruthy()
  expect(written(requests)).toEqual([])
  type('Subentidade', '321')
  expect(screen.queryByText(/^Preencha também/)).toBeNull()
  save()
  await waitFor(() => expect(screen.queryByText(/por guardar/)).toBeNull())
  expect(written(requests).map((body) => (body as { value: string }).value)).toEqual(['321', '12345'])
})

it.each(['/outro', '?separador=outro'])('are not lost to a way out, %s, without asking', async (to) => {
  fakeServer(respond)
  const page = await begin(to)
  type('Email', 'b@exemplo.pt')
  fireEvent.click(screen.getByRole('link', { name: 'Sair' }))
  expect(await screen.findByText('Sair sem guardar?')).toBeTruthy()
  expect(page.pathname()).toBe('/')
  expect(box('Email').value).toBe('b@exemplo.pt')
})

it('are found again by whoever wrote them when the page went away, over the version that they were read in', async () => {
  const { requests } = fakeServer(respond)
  await begin()
  type('Email', 'b@exemplo.pt')
  reload()
  await waitFor(() => expect(box('Email').value).toBe('b@exemplo.pt'))
  expect(screen.getByText('1 alteração retomada, por guardar')).toBeTruthy()
  save()
  await waitFor(() => expect(screen.queryByText(/por guardar/)).toBeNull())
  expect(written(requests)).toEqual([{ value: 'b@exemplo.pt', _version: 7 }])
  reload()
  await waitFor(() => expect(box('Email').value).toBe('b@exemplo.pt'))
  expect(screen.queryByText(/por guardar/)).toBeNull()
})

it('once thrown away are not found again, nor by somebody else, and secrets are kept nowhere', async () => {
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

/** The page goes away as it does by itself, and is opened again. */
function reload(): void {
  cleanup()
  queryClient.clear()
  draw(<Form />)
}

async function begin(to = '/outro') {
  const page = draw(
    <>
      <Form />
      <Link to={to}>Sair</Link>
      <DialogHost />
    </>,
  )
  await waitFor(() => expect(box('Email').value).toBe('a@exemplo.pt'))
  return page
}

/** Settings as a server keeps them, with their versions. */
function respond({ method, path, body }: FakeRequest): Response {
  if (method === 'GET') {
    const data = Object.entries(values).map(([name, setting]) => ({ _id: name, name, ...setting }))
    return answer({ data: path === 'settings' ? data : {}, resources: {} })
  }
  const given = body as { value: string; _version?: number }
  if (path === 'settings/validate')
    return answer({ errors: given.value === '123' ? { value: ['NIF inválido.'] } : {} })
  const name = path.replace('settings/', '')
  const kept = values[name]
  if (kept?._version !== given._version) return answer({ message: 'Alterado.', data: { name, ...kept } }, 409)
  values[name] = { value: given.value, _version: (kept?._version ?? 0) + 1 }
  return answer({ data: { name, ...values[name] } })
}

function written(requests: readonly FakeRequest[]): unknown[] {
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
