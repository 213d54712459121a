import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { keys } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { renderAt, logInAs } from '../api/testing-page.tsx'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { SupportLink } from './support-link.tsx'

beforeEach(() => {
  fakeServer(() => jsonResponse({ data: { _id: 'u1', email: 'helena@exemplo.pt' } }))
})

function drawFor(role: 'admin' | 'editor' | 'member', supportEmail: string): void {
  logInAs(role)
  queryClient.setQueryData(keys.settings, { supportEmail })
  renderAt(<SupportLink />, '/socios')
}

it('writes to the configured address, with the email of the person', async () => {
  drawFor('editor', 'apoio@exemplo.pt')
  await expect.poll(() => screen.getByRole('link').getAttribute('href')).toContain('helena%40exemplo.pt')
  expect(screen.getByRole('link').getAttribute('href')).toMatch(/^mailto:apoio@exemplo\.pt\?subject=/)
})

it('without an address, administrators get a link to the setting', () => {
  drawFor('admin', '')
  const link = screen.getByRole('link', { name: 'Definir o apoio técnico' })
  expect(link.getAttribute('href')).toBe('/configuracaoOrganizacao?separador=programa')
})

it.each([
  ['editor', ''],
  ['member', 'apoio@exemplo.pt'],
] as const)('%s with the address «%s» has no link', (role, supportEmail) => {
  drawFor(role, supportEmail)
  expect(screen.queryByRole('link')).toBeNull()
})
