import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { Today } from './today.tsx'

it('names what people who left still hold, and leads to where it is ended', async () => {
  beginAs('admin', explainerOf('members'))
  const held = { sessions: 0, secrets: [], collectorId: null, cards: 0 }
  const leavers = [
    { ...held, userId: 'u1', name: 'Ana Reis', role: 'Editor', sessions: 1, cards: 1 },
    { ...held, userId: 'u2', name: 'Rui Lima', role: null, secrets: ['Sítio'], collectorId: 'k1' },
  ]
  fakeServer(() =>
    jsonResponse({ data: { leavers, credits: [], overpaid: [], incomeWarnings: [], birthdays: [] } }),
  )
  renderAt(<Today />)
  const line = (await screen.findByText(/Já saíram e ainda têm acesso/)).closest('li')
  expect(line?.textContent?.replaceAll('\u00A0', ' ')).toBe(
    'Já saíram e ainda têm acesso: Ana Reis (uma conta de editor, 1 sessão aberta, 1 cartão), Rui Lima (1 chave de API (Sítio), o lugar de cobrador)',
  )
  const links = [...(line?.querySelectorAll('a') ?? [])].map((link) => [
    link.textContent?.replaceAll('\u00A0', ' '),
    link.getAttribute('href'),
  ])
  expect(links.map(([text]) => text)).toEqual([
    'Ana Reis',
    'Rui Lima',
    '1 chave de API (Sítio)',
    'o lugar de cobrador',
  ])
  expect(links[3]?.[1]).toMatch(/\/k1$/)
})

it('says which limit of income is near, and leads to the reports', async () => {
  beginAs('auditor', explainerOf('members'))
  const incomeWarnings = [{ name: 'cashRegime', year: 2026, title: 'As receitas de 2026 passaram o limite' }]
  fakeServer(() =>
    jsonResponse({ data: { leavers: [], credits: [], overpaid: [], incomeWarnings, birthdays: [] } }),
  )
  renderAt(<Today />)
  const link = await screen.findByRole('link', { name: 'As receitas de 2026 passaram o limite' })
  expect(link.getAttribute('href')).toBe('/relatorios')
})

it('on phones work that waits and first steps are one closed box', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never,
  )
  beginAs('admin', explainerOf('members'))
  const firstSteps = [{ name: 'logo', isDone: false }]
  const nothing = { leavers: [], credits: [], overpaid: [], incomeWarnings: [], birthdays: [] }
  fakeServer(() => jsonResponse({ data: { ...nothing, applications: 2, firstSteps } }))
  renderAt(<Today />)
  const box = await screen.findByRole('complementary', { name: 'Hoje' })
  const summary = box.querySelector('summary')
  expect(summary?.textContent?.replaceAll('\u00A0', ' ')).toBe('Hoje 1 assunto e primeiros passos')
  expect(summary?.parentElement?.hasAttribute('open')).toBe(false)
  const steps = await within(box).findByText('Juntar o logótipo')
  expect(summary?.parentElement?.contains(steps)).toBe(true)
})
