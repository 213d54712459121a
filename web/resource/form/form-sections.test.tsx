import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { DecisionQuestions } from './decision-questions.tsx'
import { FormField, FormSections } from './form-sections.tsx'
import { type FormControls, useRecordForm } from './use-record-form.ts'

const field: FieldDescriptor = {
  name: 'isFinal',
  label: 'Encerra a candidatura',
  group: '',
  validation: [],
  type: 'boolean',
  inputType: 'checkbox',
}

it.each([
  [true, 'Sim'],
  [false, 'Não'],
])('a read-only checkbox shows a word: %s', (value, word) => {
  const form = { values: { isFinal: value } } as unknown as FormControls
  renderAt(<FormField form={form} field={field} readOnly />)
  expect(screen.getByRole('definition').textContent).toBe(word)
})

it('asks what becomes of amounts once the server refuses to save without it, and not before', () => {
  const amounts = {
    ...field,
    name: 'amounts',
    label: 'Valores de cada período',
    options: [
      { value: 'keep', label: 'Manter os valores' },
      { value: 'convert', label: 'Converter os valores' },
    ],
  }
  const set = vi.fn()
  const formWith = (error?: string) =>
    ({
      id: 'f',
      fields: { amounts },
      values: {},
      errorOf: () => error,
      warningOf: () => undefined,
      set,
    }) as unknown as FormControls
  renderAt(<DecisionQuestions form={formWith()} />)
  expect(screen.queryByRole('radio')).toBeNull()
  cleanup()
  renderAt(<DecisionQuestions form={formWith('Por ano: 1 preço.')} />)
  expect(screen.getByRole('radiogroup').textContent).toContain('Converter os valores')
  screen.getByText('Por ano: 1 preço.')
  fireEvent.click(screen.getByLabelText('Converter os valores'))
  expect(set).toHaveBeenCalledWith('amounts', 'convert')
})

it('asks what becomes of secrets once the server refuses to save without it', () => {
  const endsSecrets = { ...field, name: 'endsSecrets', label: 'Revogar as chaves', hidden: true }
  const set = vi.fn()
  const formWith = (error?: string, values: object = {}) =>
    ({
      id: 'f',
      fields: { endsSecrets },
      values,
      errorOf: () => error,
      warningOf: () => undefined,
      set,
    }) as unknown as FormControls
  renderAt(<DecisionQuestions form={formWith()} />)
  expect(screen.queryByRole('radio')).toBeNull()
  cleanup()
  renderAt(<DecisionQuestions form={formWith('Gerou 1 chave de API que vale (Sítio).')} />)
  screen.getByText('Gerou 1 chave de API que vale (Sítio).')
  fireEvent.click(screen.getByLabelText('Não'))
  expect(set).toHaveBeenCalledWith('endsSecrets', false)
  cleanup()
  renderAt(<DecisionQuestions form={formWith(undefined, { endsSecrets: false })} />)
  expect(screen.getByLabelText<HTMLInputElement>('Não').checked).toBe(true)
})

it('asks from which day a change holds once the server warns that it decides something', () => {
  const since = { ...field, name: 'since', label: 'A mudança vale desde', inputType: 'date', hidden: true }
  const set = vi.fn()
  const formWith = (warning?: string) =>
    ({
      id: 'f',
      fields: { since },
      values: {},
      errorOf: () => undefined,
      warningOf: () => warning,
      set,
      touch: vi.fn(),
    }) as unknown as FormControls
  renderAt(<DecisionQuestions form={formWith()} />)
  expect(screen.queryByRole('textbox')).toBeNull()
  cleanup()
  renderAt(<DecisionQuestions form={formWith('Vale para os períodos que começam hoje ou depois.')} />)
  screen.getByText('Vale para os períodos que começam hoje ou depois.')
  fireEvent.change(screen.getByLabelText('A mudança vale desde'), { target: { value: '01/01/2026' } })
  fireEvent.blur(screen.getByLabelText('A mudança vale desde'))
  expect(set).toHaveBeenCalledWith('since', '2026-01-01', undefined)
})

it('a new record shows its essential fields; the others open with a value or an error', async () => {
  const explainer = explainerOf('members')
  beginAs('editor', explainer)
  fakeServer(() => jsonResponse({ errors: { guardianName: ['Obrigatório para menores.'] }, warnings: {} }))
  const names = ['name', 'nif', 'guardianName', 'profession']
  const fields = Object.fromEntries(
    Object.entries(explainer.data.members ?? {}).filter(([name]) => names.includes(name)),
  )
  let form: FormControls | undefined
  function New({ initial = {} }: { initial?: Record<string, unknown> }) {
    form = useRecordForm({ resource: 'members', fields, initial, keepsDraft: false })
    return <FormSections form={form} />
  }
  renderAt(<New />)
  const more = () => screen.getByRole('button', { name: 'Mais dados' })
  expect(screen.getByLabelText(/^Nome completo/)).toBeTruthy()
  expect(more().getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByLabelText('Encarregado de educação')).toBeNull()
  await act(async () => void (await form?.check()))
  expect(screen.getByText('Obrigatório para menores.')).toBeTruthy()
  cleanup()

  renderAt(<New initial={{ profession: 'Sapateira' }} />)
  expect(more().getAttribute('aria-expanded')).toBe('true')
  cleanup()

  // The form of a stored record has all fields.
  function Stored() {
    return (
      <FormSections
        form={useRecordForm({
          resource: 'members',
          fields,
          record: { _id: 'm1' },
          keepsDraft: false,
        })}
      />
    )
  }
  renderAt(<Stored />)
  expect(screen.queryByRole('button', { name: 'Mais dados' })).toBeNull()
  expect(screen.getByLabelText('Encarregado de educação')).toBeTruthy()
})

it('the form of a new record begins with what is required, also of settings; that of a stored one keeps its groups', async () => {
  const explainer = explainerOf('members')
  beginAs('editor', explainer)
  // The test page has no fonts, which text areas wait for.
  const isDrawable = ({ inputType }: FieldDescriptor) => inputType !== 'textarea'
  const fields = Object.fromEntries(
    Object.entries(explainer.data.members ?? {}).filter(([, field]) => isDrawable(field)),
  )
  fields.city = { ...fields.city!, validation: ['required'] }
  const namesOf = (section: Element | undefined) =>
    [...(section?.querySelectorAll('label') ?? [])].map(({ textContent }) =>
      textContent?.replace(/\s*\*$/, ''),
    )
  const sections = () => [...document.querySelectorAll('section')]
  function Form({ record }: { record?: { _id: string } }) {
    return <FormSections form={useRecordForm({ resource: 'members', fields, record, keepsDraft: false })} />
  }
  renderAt(<Form />)
  await screen.findAllByLabelText(/^Categoria/)
  const [first, ...others] = sections()
  expect(namesOf(first)).toEqual(['Nome completo', 'Localidade', 'Categoria', 'Data de admissão'])
  expect(others.slice(0, 2).map((section) => namesOf(section)[0])).toEqual(['NIF', 'Telemóvel'])
  cleanup()

  const day: FieldDescriptor = {
    ...field,
    name: 'startDate',
    label: 'Desde',
    type: 'date',
    inputType: 'date',
  }
  const last = { ...day, name: 'endDate', label: 'Até', validation: ['required', 'notBefore:startDate'] }
  const reason = { ...field, name: 'reason', label: 'Motivo', type: 'string', inputType: 'text' } as const
  const fewFields = { reason, startDate: day, endDate: last }
  function Few() {
    return <FormSections form={useRecordForm({ resource: 'x', fields: fewFields, keepsDraft: false })} />
  }
  renderAt(<Few />)
  expect(sections().map(namesOf), 'a single group').toEqual([['Desde', 'Até', 'Motivo']])
  cleanup()
  renderAt(<Form record={{ _id: 'm1' }} />)
  expect(namesOf(sections()[0]).slice(0, 2)).toEqual(['Nome completo', 'Nome no cartão'])
})
