import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { fakeServer, jsonResponse } from '../api/testing.ts'
import { beginAs, club, explainerOf, type Rendered, renderAt } from '../api/testing-page.tsx'
import ReferenceInput from '../fields/reference-input.tsx'
import { ChoicesFilter } from '../resource/list/choices-filter.tsx'
import { BookDialog } from '../screens/bank/book-dialog.tsx'
import { PersonPicker } from '../screens/merges/person-picker.tsx'
import { MemberSearch } from '../screens/payments/member-search.tsx'
import { DocumentsInput } from '../screens/treasury/documents-input.tsx'
import { PartyInput } from '../screens/treasury/party-input.tsx'
import { RoutesContext, withDefinitions } from './routes-context.ts'
import { routesFor } from './routes.ts'
import SearchPalette from './search-palette.tsx'

const explainer = explainerOf(
  'members',
  'people',
  'memberCategories',
  'transactions',
  'treasuryDocs',
  'externalEntities',
  'bankLines',
)
const { fields = {} } = { fields: explainer.data.members }
const none = () => undefined
type Choose = (choice: unknown) => void

interface Search {
  part: (onChoose: Choose) => ReactNode
  /** What Enter chooses of the results; undefined where each result has a box. */
  chosen?: (choices: unknown[], page: Rendered) => unknown
  label?: RegExp
}

/** Every search of the server that offers records. */
const searches: Record<string, Search> = {
  'a reference': {
    part: (onChoose) => (
      <ReferenceInput field={fieldOf('categoryId')} value={null} record={{}} onChange={onChoose} />
    ),
    chosen: ([id]) => id,
  },
  'the payer': {
    part: (onChoose) => (
      <MemberSearch id="m" label="Sócio" entry={1} except={[]} error={undefined} onChoose={onChoose} />
    ),
    chosen: ([member]) => (member as { _id: string })._id,
  },
  'a person': {
    part: (onChoose) => <PersonPicker label="Pessoa" except={undefined} onChoose={onChoose} />,
    chosen: ([id]) => id,
  },
  'a party': {
    part: (onChoose) => <PartyInput id="p" values={{}} error={undefined} onChoose={onChoose} />,
    chosen: ([party]) => (party as { _id: string })._id,
  },
  documents: {
    part: (onChoose) => (
      <DocumentsInput id="d" value={[]} externalEntityId={null} error={undefined} onChange={onChoose} />
    ),
    chosen: ([ids]) => (ids as string[])[0],
  },
  'the palette': {
    part: () => (
      <RoutesContext value={withDefinitions(routesFor(club), explainer)}>
        <SearchPalette begin="" onClose={none} />
      </RoutesContext>
    ),
    chosen: (_, page) => page.pathname().split('/').at(-1),
  },
  'a filter': {
    part: () => (
      <ChoicesFilter
        field={fieldOf('categoryId')}
        label="Categoria"
        presets={[]}
        filters={{}}
        onChange={none}
      />
    ),
  },
  'transactions of a bank line': {
    part: () => (
      <BookDialog
        kind="transactions"
        title="Associar"
        line={{ _id: 'l', description: 'Linha', amount: 5, accountId: 'a' } as ResourceRecord<'bankLines'>}
        descriptor={explainer.resources.bankLines!}
        amountField={undefined}
        onRun={() => Promise.resolve()}
        onClose={none}
      />
    ),
    label: /Procurar/,
  },
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  beginAs('admin', explainer)
})

it.each(Object.entries(searches))(
  '%s: results go with the text that found them, and keys choose only what answers the typed one',
  async (_what, { part, chosen, label }) => {
    const pending: (() => void)[] = []
    fakeServer(({ path }) => {
      const search = new URLSearchParams(path.split('?')[1]).get('_search') ?? ''
      const data = search === '' ? [] : [found(search, 1), found(search, 2)]
      const answer = jsonResponse({ data, meta: { total: search === '' ? 900 : 2 } })
      return search === 'norte' ? new Promise((resolve) => pending.push(() => resolve(answer))) : answer
    })
    const onChoose = vi.fn()
    const page = renderAt(part((choice) => onChoose(choice)))
    const before = page.pathname()
    const input = await (label
      ? screen.findByLabelText(label)
      : waitFor(() => document.querySelector<HTMLInputElement>('input:not([type="checkbox"])') ?? never()))
    const type = (text: string) => {
      act(() => input.focus())
      fireEvent.input(input, { target: { value: text } })
    }
    type('nor')
    const hasEarlier = () => document.body.textContent?.includes('Achado nor 1')
    await waitFor(() => expect(hasEarlier()).toBe(true))
    type('norte')
    expect(hasEarlier()).toBe(false)
    if (!chosen) return
    fireEvent.keyDown(input, { key: 'ArrowDown', code: 'ArrowDown' })
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' })
    expect(onChoose).not.toHaveBeenCalled()
    expect(page.pathname()).toBe(before)
    await waitFor(() => expect(pending.length).toBeGreaterThan(0))
    await act(async () => {
      for (const answer of pending) answer()
    })
    await waitFor(() =>
      expect(
        chosen(
          onChoose.mock.calls.map(([choice]) => choice),
          page,
        ),
      ).toBe('norte-1'),
    )
  },
)

function never(): never {
  throw new Error('no input')
}

function fieldOf(name: string) {
  const field = fields[name]
  if (!field) throw new Error(`no field ${name}`)
  return field
}

/** A record of any of the searched resources. */
function found(search: string, place: number) {
  const name = `Achado ${search} ${place}`
  return {
    _id: `${search}-${place}`,
    _version: 1,
    name,
    description: name,
    number: String(place),
    memberNumber: place,
    receiptNumber: name,
    memberLabel: name,
    date: '2026-01-01',
    amount: 1,
    effect: 1,
    balance: 0,
    overdueAmount: 0,
    birthYear: null,
    city: null,
  }
}
