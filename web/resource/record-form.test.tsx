import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { jsonResponse, fakeServer, neverRespond, type FakeRequest } from '../api/testing.ts'
import { requestTimeout } from '../api/send.ts'
import { explainNothing, renderAt, logInAs } from '../api/testing-page.tsx'
import { clearLocalStorage } from '../api/tokens.ts'
import { RecordForm, useRecordForm } from './record-form.tsx'

beforeEach(() => {
  logInAs('editor')
  explainNothing()
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

it('formats on blur, and saves only changed fields with the version that was read', async () => {
  const { requests } = fakeServer((request) =>
    request.method === 'PATCH'
      ? jsonResponse({ data: { ...record, fee: 1234.5, _version: 4 } })
      : jsonResponse(noFindings),
  )
  renderAt(<Form />)
  type('Quota', '1.234,5')
  expect(input('Quota').value).toBe('1.234,5')
  fireEvent.blur(input('Quota'))
  expect(input('Quota').value).toBe('1\u00A0234,50')
  save()
  await waitFor(() => expect(screen.queryByText('1 alteração por guardar')).toBeNull())
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    path: 'things/r1',
    body: { fee: 1234.5, _version: 3 },
  })
})

it('shows an error after its field was left, and all errors after saving was tried', async () => {
  const { requests } = fakeServer((request) =>
    request.method === 'PATCH'
      ? jsonResponse({ message: 'Não', errors: findings }, 422)
      : jsonResponse({ errors: findings, warnings: {} }),
  )
  renderAt(<Form />)
  type('Nome', 'A')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(screen.queryByText('Curto.')).toBeNull()
  fireEvent.blur(input('Nome'))
  expect(await screen.findByText('Curto.')).toBeTruthy()
  expect(screen.queryByText('Inválida.')).toBeNull()
  save()
  await screen.findByText('Há 2 campos por corrigir')
  expect(document.activeElement).toBe(input('Nome'))
  expect(screen.getByRole('link', { name: 'Quota' })).toBeTruthy()
})

it('removes an error when the saved value is restored', async () => {
  fakeServer(({ method, body }) => {
    const errors = { errors: (body as { name?: string }).name === 'Antes' ? {} : { name: ['Curto.'] } }
    return method === 'PATCH'
      ? jsonResponse({ message: 'Não', ...errors }, 422)
      : jsonResponse({ ...errors, warnings: {} })
  })
  renderAt(<Form />)
  type('Nome', 'A')
  fireEvent.blur(input('Nome'))
  await screen.findByText('Curto.')
  type('Nome', 'Antes')
  await waitFor(() => expect(screen.queryByText('Curto.')).toBeNull())
  type('Nome', 'A')
  save()
  await screen.findByText('Há 1 campo por corrigir')
  type('Nome', 'Antes')
  await waitFor(() => expect(screen.queryByText('Há 1 campo por corrigir')).toBeNull())
})

it('a failed save shows the reason in the save bar, and can be retried', async () => {
  let fails = true
  fakeServer(({ method, body }) => {
    if (method !== 'PATCH') return jsonResponse(noFindings)
    if (fails) return jsonResponse({ message: 'Ocorreu um erro inesperado. Nada foi alterado.' }, 500)
    return jsonResponse({ data: { ...record, ...(body as object), _version: 4 } })
  })
  renderAt(<Form />)
  type('Nome', 'A')
  save()
  const alert = await within(saveBar()).findByRole('alert')
  expect(alert.textContent).toBe(
    'Não foi possível guardar 1 alteração. Ocorreu um erro inesperado. Nada foi alterado. ' +
      'Nada se perdeu: o que escreveu continua aqui.',
  )
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(input('Nome').value).toBe('A')
  fails = false
  fireEvent.click(within(saveBar()).getByRole('button', { name: /^Tentar de novo/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Alterações por guardar' })).toBeNull())
})

it('a save that times out shows this in the save bar and keeps the changes', async () => {
  fakeServer((request) => (request.method === 'PATCH' ? neverRespond() : jsonResponse(noFindings)))
  renderAt(<Form />)
  type('Nome', 'A')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  save()
  await vi.advanceTimersByTimeAsync(requestTimeout)
  vi.useRealTimers()
  expect((await within(saveBar()).findByRole('alert')).textContent).toContain('não respondeu a tempo')
  expect(input('Nome').value).toBe('A')
})

it('removes the refusal when the values change', async () => {
  fakeServer(({ method }) =>
    method === 'PATCH' ? jsonResponse({ message: 'Assim não.' }, 409) : jsonResponse(noFindings),
  )
  renderAt(<Form />)
  type('Nome', 'A')
  save()
  await screen.findByText(/Assim não\./)
  type('Nome', 'Antes')
  expect(screen.queryByText(/Assim não\./)).toBeNull()
})

it('a conflict offers both versions and saves over the newer one', async () => {
  const theirs = { ...record, name: 'Deles', fee: 5, _version: 9 }
  const { requests } = fakeServer((request) => {
    if (request.method !== 'PATCH') return jsonResponse(noFindings)
    if (versionOf(request) === 3) return jsonResponse({ message: 'Alterado', data: theirs }, 409)
    return jsonResponse({ data: { ...theirs, name: 'Meu', _version: 10 } })
  })
  renderAt(<Form />)
  type('Nome', 'Meu')
  save()
  await screen.findByText('Outra pessoa alterou esta ficha')
  const dialog = screen.getByRole('dialog', { hidden: true })
  expect(dialog.textContent).toContain('Deles')
  const [mine] = dialog.querySelectorAll<HTMLInputElement>('input[type=radio]')
  expect(mine?.checked).toBe(true)
  fireEvent.click([...dialog.querySelectorAll('button')].at(-1) as HTMLElement)
  await waitFor(() => expect(input('Quota').value).toBe('5,00'))
  expect(requests.at(-1)?.body).toEqual({ name: 'Meu', _version: 9 })
})

it('restores the draft after the page is rendered again', async () => {
  fakeServer((request) => (request.method === 'PATCH' ? neverRespond() : jsonResponse(noFindings)))
  const { unmount } = renderAt(<Form />)
  type('Nome', 'Por guardar')
  unmount()
  renderAt(<Form />)
  expect(input('Nome').value).toBe('Por guardar')
  expect(screen.getByText(/Foram retomadas/)).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: 'Descartar' })[0] as HTMLElement)
  expect(input('Nome').value).toBe('Antes')
  await waitFor(() => expect(Object.keys(sessionStorage)).not.toContain('draft:things-r1'))
})

it('keeps the draft for its owner when the session ends during typing', async () => {
  fakeServer(() => jsonResponse(noFindings))
  renderAt(<Form />)
  type('Nome', 'Por guardar')
  clearLocalStorage()
  type('Nome', 'Por guardar já')
  cleanup()
  renderAt(<Form />)
  expect(input('Nome').value).toBe('Antes')
  cleanup()
  logInAs('editor')
  renderAt(<Form />)
  expect(input('Nome').value).toBe('Por guardar')
})

it('keeps what is typed during a save as unsaved changes', async () => {
  let respond: () => void = () => undefined
  const { requests } = fakeServer(({ method, body }) => {
    if (method !== 'PATCH') return jsonResponse(noFindings)
    const saved = jsonResponse({ data: { ...record, ...(body as object), _version: 4 } })
    return new Promise<Response>((resolve) => (respond = () => resolve(saved)))
  })
  renderAt(<Form />)
  type('Nome', 'Ana')
  save()
  await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true))
  type('Nome', 'Ana Sá')
  await act(async () => respond())
  expect(await screen.findByText('1 alteração por guardar')).toBeTruthy()
  expect(input('Nome').value).toBe('Ana Sá')
  save()
  await waitFor(() =>
    expect(requests.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
      name: 'Ana Sá',
      _version: 4,
    }),
  )
  await act(async () => respond())
  await waitFor(() => expect(screen.queryByText(/por guardar/)).toBeNull())
})

it('works when the draft exceeds the storage quota', async () => {
  fakeServer(() => jsonResponse(noFindings))
  renderAt(<Form />)
  type('Nome', 'Antes do fim')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  type('Nome', 'Um texto sem fim')
  full.mockRestore()
  expect(input('Nome').value).toBe('Um texto sem fim')
  expect(screen.getByText('1 alteração por guardar')).toBeTruthy()
})

it('sends equal new records with equal bodies and idempotency keys, whatever the typing order', async () => {
  const { requests } = fakeServer(({ path }) =>
    path === 'things' ? jsonResponse({ message: 'Não.' }, 500) : jsonResponse(noFindings),
  )
  for (const order of [
    ['Nome', 'Quota'],
    ['Quota', 'Nome'],
  ]) {
    const { unmount } = renderAt(<NewForm />)
    for (const label of order) type(label, '12')
    save()
    await screen.findByText(/Não\./)
    fireEvent.click(screen.getByRole('button', { name: 'Descartar' }))
    unmount()
  }
  const sent = requests.filter(({ path }) => path === 'things')
  expect(sent.map(({ body }) => JSON.stringify(body))).toEqual(Array(2).fill('{"name":"12","fee":12}'))
  const [one, other] = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(other).toBe(one)
})

it('shows fixed fields of a saved record as text, and lets a new one have them', () => {
  fakeServer(() => jsonResponse({ data: noFindings }))
  const fixed = { ...fields, name: { ...fields['name']!, fixed: true } }
  renderAt(<Form fields={fixed} />)
  expect(screen.queryByLabelText(/^Nome/, { selector: 'input' })).toBeNull()
  expect(screen.getByText('Antes')).toBeTruthy()
  cleanup()
  renderAt(<NewForm fields={fixed} />)
  expect(input('Nome').value).toBe('')
})

const noFindings = { errors: {}, warnings: {} }
const findings = { name: ['Curto.'], fee: ['Inválida.'] }
const record = { _id: 'r1', _created_at: '2026-01-01T00:00:00Z', _version: 3, name: 'Antes', fee: null }
const fields: FieldMap = {
  name: {
    name: 'name',
    type: 'string',
    validation: ['required'],
    label: 'Nome',
    group: '',
    inputType: 'text',
  },
  fee: { name: 'fee', type: 'float32', validation: [], label: 'Quota', group: '', inputType: 'money' },
}

function Form({ fields: given = fields }) {
  const form = useRecordForm({ resource: 'things', fields: given, record })
  return <RecordForm form={form} />
}

function NewForm({ fields: given = fields }) {
  const form = useRecordForm({ resource: 'things', fields: given })
  return <RecordForm form={form} />
}

function input(label: string): HTMLInputElement {
  return screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' })
}

function type(label: string, text: string): void {
  fireEvent.change(input(label), { target: { value: text } })
}

function save(): void {
  fireEvent.click(screen.getByRole('button', { name: /^Guardar/ }))
}

function saveBar(): HTMLElement {
  return screen.getByRole('region', { name: 'Alterações por guardar' })
}

function versionOf({ body }: FakeRequest): unknown {
  return (body as { _version?: number })._version
}
