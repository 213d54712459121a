import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import type { Role } from '@agremia/resources/access.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { describeFields, describeResource } from '@agremia/resources/describe.ts'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../api/testing.ts'
import { beginAs, club, renderAt } from '../api/testing-page.tsx'
import { RecordDialog } from '../resource/record-dialog.tsx'
import { RecordList } from '../resource/record-list.tsx'
import { RecordPage } from '../resource/record-page.tsx'
import MembersList from '../screens/members/members-list.tsx'
import MemberEdit from '../screens/members/member-edit.tsx'

/** The explainer that the server answers to the role. */
function explainerOf(role: Role): Explainer {
  const caller = { id: 'u1', name: 'Teresa Pinho', role, personId: null }
  return {
    data: Object.fromEntries(
      allDefinitions.map(({ name, fields }) => [name, describeFields(fields, club, role)]),
    ),
    resources: Object.fromEntries(
      allDefinitions.map((definition) => [definition.name, describeResource(definition, club, caller)]),
    ),
  }
}

const member = { _id: 'm1', _version: 1, name: 'Ana Reis', memberNumber: 7, personId: 'p1', balance: 12 }
const user = {
  _id: 'u2',
  _version: 1,
  name: 'Rui Tavares',
  email: 'rui@exemplo.pt',
  role: 'editor',
  blocked: false,
}

function begin(role: 'editor' | 'auditor') {
  beginAs(role, explainerOf(role))
  fakeServer(({ path }) => {
    if (path === 'members/m1') return jsonResponse({ data: member })
    if (path === 'users/u2') return jsonResponse({ data: user })
    if (path === 'today') return jsonResponse({ data: { leavers: [], incomeWarnings: [] } })
    if (path.startsWith('members?')) return jsonResponse({ data: [member], meta: { total: 1 } })
    return jsonResponse({ data: [], meta: { total: 0 } })
  })
}

/** What a person can press or open, in order. */
function controls(): string[] {
  const found = [...screen.queryAllByRole('button'), ...screen.queryAllByRole('checkbox')]
  return found.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')
}

const writing = /novo|registar|enviar|guardar|eliminar|editar|ações|selecionar|mudar|recuperar/i

it.each(['editor', 'auditor'] as const)(
  'the list of members offers writing to an editor alone: %s',
  async (role) => {
    begin(role)
    renderAt(<MembersList />, '/socios')
    expect(await screen.findByRole('button', { name: 'Exportar' })).toBeTruthy()
    const mayWrite = role === 'editor'
    expect(screen.queryByRole('link', { name: 'Novo sócio' }) !== null).toBe(mayWrite)
    expect(controls().some((name) => writing.test(name))).toBe(mayWrite)
  },
)

it.each(['editor', 'auditor'] as const)(
  'the page of a member offers writing to an editor alone: %s',
  async (role) => {
    begin(role)
    renderAt(<MemberEdit />, '/socios/m1/mensagens', '/socios/:id/:tab?')
    expect(await screen.findByRole('heading', { name: 'Ana Reis' })).toBeTruthy()
    const mayWrite = role === 'editor'
    expect(screen.queryByRole('button', { name: 'Registar pagamento' }) !== null).toBe(mayWrite)
    expect(controls().some((name) => writing.test(name))).toBe(mayWrite)
  },
)

it.each(['editor', 'auditor'] as const)('another account is changed by an editor alone: %s', async (role) => {
  begin(role)
  renderAt(<RecordPage resource="users" />, '/utilizadores/u2', '/utilizadores/:id/:tab?')
  expect(await screen.findByRole('heading', { name: 'Rui Tavares' })).toBeTruthy()
  const mayWrite = role === 'editor'
  expect(screen.queryByRole('button', { name: 'Enviar ligação de entrada' }) !== null).toBe(mayWrite)
  // Auditors write the name of their own account.
  expect(screen.queryByRole('textbox', { name: /^Nome/ }) !== null).toBe(mayWrite)
})

it.each(['editor', 'auditor'] as const)(
  'a dialog of a record is a form for an editor alone: %s',
  async (role) => {
    begin(role)
    const category = {
      _id: 'c1',
      _version: 1,
      name: 'Efetivo',
      code: 'EFE',
    } as ResourceRecord<'memberCategories'>
    renderAt(<RecordDialog resource="memberCategories" record={category} onClose={() => undefined} />)
    expect(await screen.findByRole('dialog', { name: 'Categoria: Efetivo' })).toBeTruthy()
    const mayWrite = role === 'editor'
    expect(screen.queryByRole('button', { name: 'Guardar' }) !== null).toBe(mayWrite)
    expect(screen.queryAllByRole('textbox').length > 0).toBe(mayWrite)
  },
)

it('a list offers an auditor no new record', async () => {
  begin('auditor')
  renderAt(<RecordList resource="users" newPath="/utilizadores/novo" />, '/utilizadores')
  expect(await screen.findByRole('button', { name: 'Exportar' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Novo utilizador' })).toBeNull()
})
