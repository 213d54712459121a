import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { useState } from 'react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { settingNames } from '@agremia/resources/definitions/settings.ts'
import { describeFields, describeResource } from '@agremia/resources/describe.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { foldText, matchesSearch } from '@agremia/resources/rules/fold.ts'
import { fakeServer, jsonResponse } from '../api/testing.ts'
import { beginAs, club, explainerOf, renderAt } from '../api/testing-page.tsx'
import { settingField } from '../resource/settings/setting-fields.tsx'
import { Choice, ManyChoice } from '../ui/choice.tsx'
import { nextByLetters } from '../ui/typed-letters.ts'
import CountryInput from './country-input.tsx'
import type { FieldInputProps } from './field-face.ts'
import ReferenceInput from './reference-input.tsx'
import SelectInput from './select-input.tsx'

const admin = { id: 'u1', name: 'Helena Matos', role: 'admin', personId: null } as const
const fields = allDefinitions.flatMap(({ name, fields }) =>
  Object.values(describeFields(fields, club, admin)).map((field) => ({ resource: name, field })),
)

beforeEach(() => beginAs('admin', explainerOf('members', 'memberCategories')))

/** Screens with the browser's own select: its few options need no search, and letters choose in it too. */
const ofBrowser = {
  'screens/card-scanner/camera-panel.tsx': 'the cameras of the device',
  'screens/developers/issue-dialog.tsx': 'how long the former key is valid',
  'screens/members/account-statement.tsx': 'years',
  'screens/reports/report-view.tsx': 'years, methods and categories',
  'screens/reports/reports-overview.tsx': 'years',
  'screens/setup/organisation-form.tsx': 'types of organisations; the first page loads no more code',
}

it('no screen has a select of its own: all choose by typing', () => {
  const web = join(import.meta.dirname, '..')
  const screens = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !/^(node_modules|dist)\b|\.test\.|^ui\/choice/.test(path))
    .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }))
  const using = (pattern: RegExp) => screens.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(using(/<(Select|MultiSelect|Autocomplete)\b/)).toEqual([])
  expect(using(/<(NativeSelect|select)\b/).toSorted()).toEqual(Object.keys(ofBrowser))
})

const selects = [
  ...fields,
  ...allDefinitions.flatMap((definition) =>
    describeResource(definition, club, admin).actions.flatMap((action) =>
      Object.values(action.fields ?? {}).map((field) => ({
        resource: `${definition.name}.${action.name}`,
        field,
      })),
    ),
  ),
  ...settingNames.map((name) => ({ resource: 'settings', field: settingField(name, club) })),
].filter(({ field }) => field.inputType === 'select' && (field.options ?? []).length > 1)
/** One of those with the same options, on which alone it depends how a select is chosen. */
const distinctSelects = new Map(selects.map((select) => [JSON.stringify(select.field.options), select]))

it('options that arrive while the list is open are offered in it', () => {
  const letters = 'abcdefghijkl'.split('').map((letter) => ({ value: letter, label: `Opção ${letter}` }))
  const choice = (data: { value: string; label: string }[]) => (
    <MantineProvider env="test">
      <Choice label="Categoria" data={data} value={null} />
    </MantineProvider>
  )
  const { rerender } = render(choice([]))
  act(() => input().focus())
  fireEvent.click(input())
  rerender(choice(letters))
  expect(document.activeElement).toBe(input())
  expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(letters.length)
})

it('there are selects of definitions, actions and settings', () => {
  const resources = new Set(selects.map(({ resource }) => resource.replace(/.*\./, 'action:')))
  expect(selects.length).toBeGreaterThan(40)
  expect(resources).toContain('settings')
  expect([...resources].some((name) => name.startsWith('action:'))).toBe(true)
})

it('in each select letters choose the first match, and Tab and Enter keep it', () => {
  for (const { resource, field } of distinctSelects.values()) {
    const options = field.options ?? []
    const prefix = sharedPrefix(options)
    const onChange = vi.fn()
    render(
      <MantineProvider env="test">
        <SelectInput field={field} value={null} record={{}} onChange={onChange} />
      </MantineProvider>,
    )
    // Many options are filtered; of few, letters choose the one that begins with them.
    const isFiltered = !input().readOnly
    const first = options.find(({ label }) =>
      isFiltered ? matchesSearch(label, prefix) : foldText(label).startsWith(prefix),
    )
    for (const name of ['Tab', 'Enter']) {
      const what = `${resource}.${field.name}: ${prefix}, ${name}`
      onChange.mockClear()
      type(prefix)
      if (isFiltered) {
        expect(onChange, what).not.toHaveBeenCalled()
        expect(document.querySelector('[data-combobox-selected]')?.textContent, what).toBe(first?.label)
      }
      key(name)
      expect(onChange.mock.calls[0]?.[0], what).toBe(first?.value)
      expect(onChange, what).toHaveBeenCalledTimes(1)
    }
    cleanup()
  }
})

/** The beginning of as many options as possible. */
function sharedPrefix(options: readonly { label: string }[]): string {
  const letters = options.map(({ label }) => foldText(label)[0] ?? '')
  return letters.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ''

  function countOf(letter: string): number {
    return letters.filter((one) => one === letter).length
  }
}

it('each reference offers only results of the typed text, and Enter waits for them', async () => {
  const references = new Map(
    fields.filter(({ field }) => field.reference).map(({ field }) => [field.reference, field]),
  )
  expect(references.size).toBeGreaterThan(10)
  // One resource represents all: the explainer returns its descriptor.
  const answers = new Map<string, () => void>()
  const { requests } = fakeServer(({ path }) => {
    const search = new URLSearchParams(path.split('?')[1]).get('_search') ?? ''
    const rows = [
      { _id: `${search}-1`, name: `Resposta a ${search} um` },
      { _id: `${search}-2`, name: `Resposta a ${search} dois` },
    ]
    const answer = jsonResponse({ data: rows, meta: { total: search === '' ? 900 : 2 } })
    return new Promise((resolve) => {
      answers.set(search, () => resolve(answer))
      if (search === '') resolve(answer)
    })
  })
  const onChange = vi.fn()
  renderAt(<Held Input={ReferenceInput} field={fieldOf('members', 'categoryId')} onChange={onChange} />)
  type('nor')
  await waitFor(() => expect(answers.has('nor')).toBe(true))
  await act(async () => answers.get('nor')?.())
  expect(await screen.findByText('Resposta a nor um')).toBeTruthy()
  // The rows of the earlier text leave with its last letter.
  type('norte')
  expect(screen.queryByText('Resposta a nor um')).toBeNull()
  expect(screen.queryAllByRole('option')).toEqual([])
  key('Enter')
  expect(onChange).not.toHaveBeenCalled()
  await waitFor(() => expect(answers.has('norte')).toBe(true))
  await act(async () => answers.get('norte')?.())
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  expect(onChange.mock.calls[0]).toEqual(['norte-1', { categoryLabel: 'Resposta a norte um' }])
  expect(requests.filter(({ path }) => path.includes('_search=norte'))).toHaveLength(1)
})

describe('a search that is left before its answer', () => {
  const rows = (...names: string[]) => names.map((name, index) => ({ _id: `${name}-${index}`, name }))
  /** Types, leaves, and answers. */
  async function leaveBefore(found: object[], leave: () => void) {
    let answer = () => {}
    fakeServer(({ path }) => {
      const isSearch = path.includes('_search=')
      const response = jsonResponse({ data: isSearch ? found : [], meta: { total: isSearch ? 9 : 900 } })
      return isSearch ? new Promise((resolve) => (answer = () => resolve(response))) : response
    })
    const onChange = vi.fn()
    renderAt(<Held Input={ReferenceInput} field={fieldOf('members', 'categoryId')} onChange={onChange} />)
    type('norte')
    leave()
    act(() => input().blur())
    await waitFor(() => expect(answer).not.toHaveLength(1))
    await waitFor(() => {
      answer()
      expect(screen.queryByText('A pesquisar…')).toBeNull()
    })
    return onChange
  }

  it('chooses nothing among several results, keeps the text and says so', async () => {
    const onChange = await leaveBefore(rows('Norte de Cima', 'Norte de Baixo'), () => undefined)
    expect(await screen.findByText(/«norte» não está na lista/)).toBeTruthy()
    expect(onChange.mock.calls).toEqual([['norte', { categoryLabel: null }]])
    expect(input().value).toBe('norte')
  })

  it('chooses nothing between two results of that name', async () => {
    const onChange = await leaveBefore(rows('Norte', 'Norte'), () => undefined)
    expect(await screen.findByText(/«norte» não está na lista/)).toBeTruthy()
    expect(onChange.mock.calls).toEqual([['norte', { categoryLabel: null }]])
  })

  it.each([
    ['the only result', rows('Norte de Cima'), 'Norte de Cima-0'],
    ['the result of that name', rows('Norte de Cima', 'Norte'), 'Norte-1'],
  ])('chooses %s', async (_what, found, id) => {
    const onChange = await leaveBefore(found, () => undefined)
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
    expect(onChange.mock.calls[0]?.[0]).toBe(id)
  })

  it.each(['Tab', 'Enter'])('after %s chooses the first result', async (name) => {
    const onChange = await leaveBefore(rows('Norte de Cima', 'Norte de Baixo'), () => key(name))
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
    expect(onChange.mock.calls[0]?.[0]).toBe('Norte de Cima-0')
  })
})

it('a text that is no option stays in the field with an error, and the form gets it', () => {
  const onChange = vi.fn()
  render(
    <MantineProvider env="test">
      <Held Input={CountryInput} field={fieldOf('people', 'nationality')} onChange={onChange} />
    </MantineProvider>,
  )
  type('Lusitânia')
  key('Enter')
  expect(onChange).not.toHaveBeenCalled()
  act(() => input().blur())
  expect(onChange.mock.lastCall?.[0]).toBe('Lusitânia')
  expect(input().value).toBe('Lusitânia')
  expect(screen.getByText(/«Lusitânia» não está na lista/)).toBeTruthy()
  // Correcting it removes the error. Leaving the field with a text of one option chooses it.
  type('islân')
  expect(screen.queryByText(/não está na lista/)).toBeNull()
  act(() => input().blur())
  expect(onChange.mock.lastCall?.[0]).toBe('IS')
  expect(input().value).toBe('Islândia')
  expect(screen.queryByText(/não está na lista/)).toBeNull()
})

it('letters choose among few options, in turn; several letters are one word', () => {
  const options = ['Mensal', 'Anual', 'Mista', 'Trimestral'].map((label) => ({ value: label, label }))
  expect(nextByLetters(options, null, 'm')?.value).toBe('Mensal')
  expect(nextByLetters(options, 'Mensal', 'm')?.value).toBe('Mista')
  expect(nextByLetters(options, 'Mista', 'mm')?.value).toBe('Mensal')
  expect(nextByLetters(options, 'Mensal', 'mi')?.value).toBe('Mista')
  expect(nextByLetters(options, 'Mensal', 'x')).toBeUndefined()
  expect(nextByLetters([{ value: 'a', label: 'Ágil', disabled: true }], null, 'a')).toBeUndefined()
})

it('a select of several options keeps its values, and reports a text that is not an option', () => {
  const onChange = vi.fn()
  render(
    <MantineProvider env="test">
      <ManyChoice label="Categorias" data={cities} value={['Faro']} onChange={onChange} />
    </MantineProvider>,
  )
  typeAndTab('bra')
  expect(onChange.mock.lastCall?.[0]).toEqual(['Faro', 'Braga'])
  type('nada')
  act(() => input().blur())
  expect(input().value).toBe('nada')
  expect(screen.getByText(/«nada» não está na lista/)).toBeTruthy()
  expect(onChange).toHaveBeenCalledTimes(1)
})

it('leaving a field without typing changes nothing; emptying an optional one clears it', () => {
  const onChange = vi.fn()
  render(
    <MantineProvider env="test">
      <Choice label="Terra" data={cities} isFiltered clearable value="Braga" onChange={onChange} />
    </MantineProvider>,
  )
  act(() => input().focus())
  key('Tab')
  act(() => input().blur())
  expect(onChange).not.toHaveBeenCalled()
  type('')
  act(() => input().blur())
  expect(onChange.mock.lastCall?.[0]).toBeNull()
})

it('each role is offered with what it may do, and the chosen one says it below the field', () => {
  const role = fieldOf('users', 'role')
  render(
    <MantineProvider env="test">
      <SelectInput field={role} value="auditor" record={{}} onChange={vi.fn()} />
    </MantineProvider>,
  )
  const described = input().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe(
    'Vê e exporta o que um editor vê, e não altera nada.',
  )
  fireEvent.click(input())
  const offered = screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
  expect(offered).toEqual(role.options?.map(({ label, help = 'no sentence' }) => label + help))
})

const cities = ['Braga', 'Faro', 'Lisboa'].map((label) => ({ value: label, label }))

function fieldOf(resource: string, name: string): FieldDescriptor {
  const found = fields.find((one) => one.resource === resource && one.field.name === name)
  if (!found) throw new Error(`no field ${resource}.${name}`)
  return found.field
}

/** An input that keeps its value, as in a form. */
function Held({
  Input,
  field,
  onChange,
}: {
  Input: (props: FieldInputProps) => React.ReactNode
  field: FieldDescriptor
  onChange: (...given: unknown[]) => void
}) {
  const [record, setRecord] = useState<Record<string, unknown>>({})
  return (
    <Input
      field={field}
      value={record[field.name] ?? null}
      record={record}
      onChange={(value, companions) => {
        onChange(value, companions)
        setRecord({ ...record, [field.name]: value, ...companions })
      }}
    />
  )
}

function input(): HTMLInputElement {
  return screen.getByRole('combobox')
}

/** Types into a field that may be a list of few options, which takes letters. */
function type(text: string) {
  act(() => input().focus())
  if (!input().readOnly) return fireEvent.input(input(), { target: { value: text } })
  for (const letter of text) key(letter)
}

function key(name: string) {
  fireEvent.keyDown(input(), { key: name, code: name })
}

function typeAndTab(text: string) {
  type(text)
  key('Tab')
  act(() => input().blur())
}
