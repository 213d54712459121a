import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { draw } from '../../api/testing-page.tsx'
import { faceOf } from '../../fields/index.ts'
import { UsualCard } from './list-cards.tsx'
import { listColumns } from './list-columns.ts'

afterEach(cleanup)

const shared = { validation: [], group: '', listed: true }
const fields: FieldMap = {
  item: { ...shared, name: 'item', label: 'Equipamento', type: 'string', inputType: 'text' },
  lentOn: { ...shared, name: 'lentOn', label: 'Emprestado em', type: 'date', inputType: 'date' },
  returnedOn: { ...shared, name: 'returnedOn', label: 'Devolvido em', type: 'date', inputType: 'date' },
}

it('a card says what each of its facts is, and nothing of those without a value', () => {
  const columns = listColumns(fields, faceOf).map((column) => ({ ...column, isSized: false }))
  const record = { _id: 'l1', item: 'Tenda', lentOn: '2026-03-12', returnedOn: null }
  draw(<UsualCard record={record} columns={columns} title="item" />)
  const card = screen.getByText('Tenda').parentElement
  expect(card?.textContent).toBe('TendaEmprestado em 12/03/2026')
})
