import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keys } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { renderAt, logInAs } from '../api/testing-page.tsx'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { SupportLink } from './support-link.tsx'

beforeEach(() => {
  fakeServer(() => jsonResponse({ data: { _id: 'u1', email: 'helena@exemplo.pt' } }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

function drawFor(role: 'admin' | 'editor' | 'member', supportEmail: string): void {
  logInAs(role)
  queryClient.setQueryData(keys.settings, { supportEmail })
  renderAt(<SupportLink />, '/socios')
}

it('writes to the configured address, with the organisation, the person and the page', async () => {
  drawFor('editor', 'apoio@exemplo.pt')
  const target = () => screen.getByRole('link').getAttribute('href') ?? ''
  await expect.poll(target).toContain('helena%40exemplo.pt')
  const { protocol, pathname, searchParams } = new URL(target())
  expect([protocol, pathname]).toEqual(['mailto:', 'apoio@exemplo.pt'])
  expect(searchParams.get('subject')).toBe('Apoio técnico – Clube do Outeiro')
  expect(searchParams.get('body')).toBe(`\n\n–\nHelena Matos <helena@exemplo.pt>\n${location.origin}/socios`)
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
