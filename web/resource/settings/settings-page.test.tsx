import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { explainNothing, logInAs, renderAt } from '../../api/testing-page.tsx'
import { SettingsPage } from './settings-page.tsx'

beforeEach(() => {
  logInAs('admin')
  explainNothing()
  fakeServer(() => jsonResponse({ data: [], meta: { total: 0 } }))
})

const tabs = [
  { name: 'um', label: 'Um', panel: <p>painel um</p> },
  { name: 'dois', label: 'Dois', panel: <p>painel dois</p> },
]

it.each([
  ['', 'Um'],
  ['?separador=dois', 'Dois'],
  ['?separador=outro', 'Um'],
])('%s shows the tab %s: the first for an unknown one', (search, label) => {
  renderAt(<SettingsPage title="Configuração" tabs={tabs} />, `/configuracao${search}`, '/configuracao')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(label)
  expect(screen.getByText(`painel ${label.toLowerCase()}`)).toBeTruthy()
  expect(screen.getAllByText(/^painel/)).toHaveLength(1)
})
