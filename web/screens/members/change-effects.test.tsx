import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import {
  accessLines,
  ChangeEffects,
  effectLines,
  plannedLines,
  stateLines,
  type ChangePreview,
} from './change-effects.tsx'
import { chargeSums } from '../../resource/form/charges-decision.tsx'

const plain = (lines: string[]) => lines.map((line) => line.replaceAll('\u00A0', ' '))
const nothing = { debts: 0, owed: 0, credit: 0, cards: 0, waiting: 0, notified: 0, announcing: 0 }
const preview = (
  effects: Partial<ChangePreview['effects']>,
  owed = 0,
  count = 1,
  credit = 0,
): ChangePreview => ({
  count,
  effects: { ...nothing, ...effects },
  after: { ...nothing, owed, credit },
  charges: [],
  planned: [],
  access: [],
})
const terminology = terminologyOf('club', { name: 'Clube' })

it('lists the effects on charges, debt, cards and messages', () => {
  expect(plain(effectLines(preview({ debts: -2, owed: -48, cards: -1, waiting: -1 }, 5)))).toEqual([
    'São anuladas 2 dívidas, de 48,00 €.',
    'Fica a dever 5,00 €.',
    '1 cartão deixa de valer.',
    '1 mensagem que não saiu é cancelada.',
    'Ninguém é avisado da mudança.',
  ])
  expect(plain(effectLines(preview({ debts: 1, owed: 10, cards: 2, notified: 3 }, 10, 3)))).toEqual([
    'Acresce 1 dívida, de 10,00 €.',
    'Ficam a dever 10,00 €.',
    '2 cartões voltam a valer.',
    '3 pessoas são avisadas da mudança por mensagem.',
  ])
  expect(plain(effectLines(preview({ credit: 10 }, 0, 1, 15)))).toEqual([
    'Não fica nada em dívida.',
    '10,00 € que pagou a mais passam a crédito.',
    'Fica com 15,00 € de crédito.',
    'Ninguém é avisado da mudança.',
  ])
  expect(effectLines(preview({}))).toEqual(['Não fica nada em dívida.', 'Ninguém é avisado da mudança.'])
})

it('describes a state that charges no quotas, gives no rights or marks the end; nothing for an ordinary one', () => {
  const ordinary = { _id: '1', chargesQuota: true, hasRights: true } as ResourceRecord<'memberStateNames'>
  expect(stateLines(ordinary, 1, terminology)).toEqual([])
  expect(stateLines({ ...ordinary, chargesQuota: false, hasRights: false }, 2, terminology)).toEqual([
    'Não se lhes geram quotas.',
    'Ficam sem direitos.',
  ])
  expect(stateLines({ ...ordinary, marksEnd: true, hasRights: false }, 1, terminology)).toEqual([
    'Deixa de ser sócio.',
  ])
  expect(stateLines({ ...ordinary, marksEnd: true, marksDeath: true }, 1, terminology)).toEqual([
    'Fica registado como falecido.',
  ])
})

it('warns that «Anulado» is for records created by mistake, also when the state is renamed', () => {
  const state = { _id: '1', name: 'Sem efeito', marksEnd: true } as ResourceRecord<'memberStateNames'>
  expect(stateLines({ ...state, system: true }, 1, terminology)).toEqual([
    'Deixa de ser sócio.',
    'Só para fichas criadas por engano: para quem saiu, escolha outro estado.',
  ])
  expect(stateLines({ ...state, system: false }, 1, terminology)).toEqual(['Deixa de ser sócio.'])
})

it('lists the planned changes that stay and those that are replaced', () => {
  const planned = [
    { state: 'Licença', date: '2026-12-15', isKept: false, count: 2 },
    { state: 'Exonerado', date: '2027-03-31', isKept: true, count: 1 },
  ]
  expect(plannedLines(planned)).toEqual([
    'Deixa de estar marcada a mudança para «Licença» a 15/12/2026 (2 pessoas).',
    'Mantém\u2011se a mudança para «Exonerado» a 31/03/2027.',
  ])
})

it('lists what people who leave still hold, and what becomes of it', () => {
  const held = {
    userId: '1',
    name: 'Rui Lima',
    role: 'Editor',
    sessions: 2,
    secrets: ['Sítio'],
    collectorId: null,
    cards: 0,
    problem: null,
  } as const
  const has = 'Rui Lima tem uma conta de editor, 2 sessões abertas e 1 chave de API (Sítio).'
  expect(plain(accessLines([{ ...held, secrets: ['Sítio'] }], true))).toEqual([
    `${has} Tudo isto termina no dia da mudança.`,
  ])
  expect(plain(accessLines([{ ...held, secrets: ['Sítio'] }], false))).toEqual([
    `${has} Continua a ter acesso.`,
  ])
  const problem = 'É o único administrador.'
  expect(accessLines([{ ...held, role: 'Administrador', sessions: 0, secrets: [], problem }], true)).toEqual([
    'Rui Lima tem uma conta de administrador. É o único administrador.',
  ])
  const others = { ...held, role: null, sessions: 0, secrets: [], collectorId: 'k1', cards: 1 }
  expect(plain(accessLines([others], true))).toEqual([
    'Rui Lima tem o lugar de cobrador e 1 cartão. Tudo isto termina no dia da mudança.',
  ])
  const hidden = { ...others, collectorId: null, cards: 0, problem: 'Só um administrador.' }
  expect(accessLines([hidden], true)).toEqual(['Rui Lima: Só um administrador.'])
})

/** The fields that are asked for, once the effects of the change are shown. */
async function askedFor(
  state: object,
  known: Partial<ChangePreview>,
  set: (values: object) => void = () => undefined,
): Promise<string[]> {
  cleanup()
  beginAs('admin', explainerOf('members', 'memberStateNames'))
  const states = [{ _id: 's1', _version: 1, name: 'Novo', chargesQuota: true, hasRights: true, ...state }]
  fakeServer(({ path }) =>
    jsonResponse(
      path.startsWith('member_state_names')
        ? { data: states, meta: { total: 1, page: 1, limit: 100 } }
        : { data: { ...preview({}), ...known } },
    ),
  )
  renderAt(
    <ChangeEffects
      values={{ stateNameId: 's1', date: '2026-03-01', planned: 'keep', endsAccess: true }}
      set={set}
      errorOf={() => undefined}
      input={(name) => <b>{name}</b>}
      count={1}
      ids={async () => ['m1']}
    />,
    '/socios/m1',
  )
  await waitFor(() => screen.getByText('Ninguém é avisado da mudança.'))
  return ['planned', 'endsAccess'].filter((name) => screen.queryByText(name) !== null)
}

it('asks what becomes of the charges that would be different, unless the state marks the end', async () => {
  const charges = [
    { description: 'Quota 2026, março', from: 5, to: null },
    { description: 'Quota 2026, abril', from: null, to: 7 },
  ]
  const chosen: object[] = []
  await askedFor({}, { charges }, (values) => chosen.push(values))
  expect(plain(screen.getAllByText(/^Quota/).map(({ textContent }) => textContent))).toEqual([
    'Quota 2026, março: 5,00 €, anulada',
    'Quota 2026, abril: 7,00 €, nova',
  ])
  expect(screen.getByRole('radio', { name: 'Deixar como estão' })).toHaveProperty('checked', true)
  screen.getByRole('radio', { name: 'Mudar' }).click()
  expect(chosen).toEqual([{ charges: 'change' }])
  await askedFor({}, {})
  expect(screen.queryByRole('radio')).toBeNull()
  await askedFor({ marksEnd: true }, { charges })
  expect(screen.queryByRole('radio')).toBeNull()
  expect(plain(chargeSums([...charges, ...charges, { description: '', from: 2, to: 3 }]))).toEqual([
    '2 cobranças, de 10,00 €, anuladas',
    '2 cobranças, de 14,00 €, novas',
    '1 cobrança: 2,00 € → 3,00 €',
  ])
})

it('asks about planned changes and accounts only where there are some', async () => {
  const planned = [{ state: 'Suspenso', date: '2026-05-01', isKept: true, count: 1 }]
  const access = [
    {
      userId: 'u1',
      name: 'Ana',
      role: 'Editor',
      sessions: 0,
      secrets: [],
      collectorId: null,
      cards: 0,
      problem: null,
    },
  ]
  expect(await askedFor({}, {})).toEqual([])
  expect(await askedFor({}, { planned, access })).toEqual(['planned'])
  expect(await askedFor({ marksEnd: true }, {})).toEqual([])
  expect(await askedFor({ marksEnd: true }, { planned, access })).toEqual(['endsAccess'])
})
