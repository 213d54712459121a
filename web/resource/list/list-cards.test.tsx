import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { StoredRecord } from '../../api/client.ts'
import { renderAt } from '../../api/testing-page.tsx'
import { faceOf } from '../../fields/index.ts'
import { DefaultCard } from './list-cards.tsx'
import { listColumns, type ColumnSetup } from './list-columns.ts'

const shared = { validation: [], group: '', listed: true }
const fields: FieldMap = {
  item: { ...shared, name: 'item', label: 'Equipamento', type: 'string', inputType: 'text' },
  lentOn: { ...shared, name: 'lentOn', label: 'Emprestado em', type: 'date', inputType: 'date' },
  year: { ...shared, name: 'year', label: 'Ano', type: 'int32', inputType: 'number', listed: false },
  state: {
    ...shared,
    name: 'state',
    label: 'Estado',
    type: 'string',
    inputType: 'select',
    badge: true,
    listed: false,
    options: [{ value: 'done', label: 'Gerada', tone: 'green' }],
  },
  returnedOn: { ...shared, name: 'returnedOn', label: 'Devolvido em', type: 'date', inputType: 'date' },
}

/** Text of a card with these columns. */
function cardOf(record: StoredRecord, setups: ColumnSetup[], title: string) {
  const columns = listColumns(fields, faceOf, setups).map((column) => ({ ...column, isSized: false }))
  renderAt(
    <article>
      <DefaultCard record={record} columns={columns.filter(({ listed }) => listed)} title={title} />
    </article>,
  )
  return screen.getByRole('article').textContent
}

it('a card labels its values and omits empty ones', () => {
  const record = { _id: 'l1', item: 'Tenda', lentOn: '2026-03-12', returnedOn: null }
  expect(cardOf(record, [], 'item')).toBe('TendaEmprestado em 12/03/2026')
})

it('a numeric title has its label, and the state is beside it', () => {
  const record = { _id: 'l1', year: 2027, state: 'done', item: 'Tenda' }
  const setups = [{ name: 'year', listed: true }, { name: 'item' }, { name: 'state', listed: true }]
  expect(cardOf(record, setups, 'year')).toBe('Ano\u00A02027GeradaEquipamento Tenda')
  cleanup()
  const named = setups.map((setup) => ({
    ...setup,
    ...(setup.name === 'year' && { cardLabel: 'Quotas de' }),
  }))
  expect(cardOf(record, named, 'year')).toBe('Quotas de\u00A02027GeradaEquipamento Tenda')
})

it('a card uses custom cells, also of columns without a field', () => {
  const record = { _id: 'l1', item: 'Tenda', state: 'done' }
  const setups: ColumnSetup[] = [
    { name: 'item' },
    { name: 'state', listed: true, Cell: () => <>1 falhou</> },
    { name: 'created_at', label: 'Pedida em', Cell: () => <>24/11/2026</> },
  ]
  expect(cardOf(record, setups, 'item')).toBe('Tenda1 falhouPedida em 24/11/2026')
})

it('every card of a list has the same columns: an empty value does not let the fifth in', () => {
  const record = { _id: 'l1', item: 'Tenda', lentOn: null, year: 2027, state: null, returnedOn: '2026-03-12' }
  const note = { name: 'created_at', label: 'Pedida em', Cell: () => <>24/11/2026</> }
  const empty = { name: 'updated_at', label: 'Mudada em', Cell: () => <>25/11/2026</> }
  const setups: ColumnSetup[] = [
    { name: 'item' },
    { name: 'lentOn' },
    { name: 'year', listed: true },
    note,
    { name: 'returnedOn' },
    empty,
  ]
  const text = cardOf(record, setups, 'item')
  expect(text).toContain('Devolvido em')
  expect(text).not.toContain('Mudada em')
})
