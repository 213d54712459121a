import { readFileSync, writeFileSync } from 'node:fs'
import { answerOf, test, useServer } from './fixtures.ts'
import { drawPages } from './look/papers.ts'
useServer()
test('papers', async ({ api, openPage }) => {
  const up = await api.post('/api/organisation_logo', {
    multipart: { file: { name: 'l.png', mimeType: 'image/png', buffer: readFileSync('/tmp/logo.png') } },
  })
  console.log(up.status(), await up.text())
  await api.patch('/api/settings/organisationColour', { data: { value: '#8A1538' } })
  await api.patch('/api/settings/organisationWebsite', { data: { value: 'https://cro.exemplo.pt' } })
  const [p] = await answerOf<{ _id: string; memberId: string }[]>(await api.get('/api/payments?_limit=1'))
  const urls = [
    (await answerOf<{ url: string }>(await api.get(`/api/payments/${p!._id}/receipt`))).url,
    (await answerOf<{ url: string }>(await api.post('/api/letter_runs', { data: { all: true } }))).url,
  ]
  for (const [i, u] of urls.entries()) {
    const pages = await drawPages(await (await api.get(u)).body())
    writeFileSync(`/tmp/shots/paper${i}.png`, pages[0]!)
  }
  const page = await openPage(undefined)
  await page.goto('/autorizacao/entrar')
  await page.getByRole('heading').first().waitFor()
  await page.waitForTimeout(500)
  await page.screenshot({ path: '/tmp/shots/login.png' })
  const [t] = await answerOf<{ _id: string }[]>(await api.get('/api/card_templates?_limit=1'))
  const member = await openPage('admin')
  await member.goto(`/configuracaoCartoesSocios/modelos/${t!._id}`)
  await member
    .getByRole('group', { name: 'Juntar ao cartão' })
    .getByRole('button', { name: 'Logótipo' })
    .click()
  await member.waitForTimeout(1500)
  await member.screenshot({ path: '/tmp/shots/editor.png' })
  await api.patch(`/api/members/${p!.memberId}`, { data: { deathDate: '2026-10-01', doNotContact: true } })
  await member.goto(`/socios/${p!.memberId}`)
  await member.waitForTimeout(1500)
  await member.screenshot({ path: '/tmp/shots/dead.png' })
  await api.patch(`/api/members/${p!.memberId}`, { data: { deathDate: null } })
  await member.setViewportSize({ width: 390, height: 844 })
  await member.waitForTimeout(1500)
  await member.screenshot({ path: '/tmp/shots/silent.png' })
})
