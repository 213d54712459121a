import { type StoppablePostgres, startStoppablePostgres } from '../../server/testing/stoppable-postgres.ts'
import { addMember, expect, ownOrganisation, test, useServer } from '../fixtures.ts'

const options = { env: ownOrganisation, postgresUrl: '' }
let postgres: StoppablePostgres
test.beforeAll(async () => {
  postgres = await startStoppablePostgres()
  options.postgresUrl = postgres.url
})
useServer(options)
test.afterAll(() => postgres.end())

test.use({ as: 'admin' })

test('PostgreSQL stops and starts while people work: pages say so, keep unsaved input, and follow changes again', async ({
  page,
  api,
  problems,
  openPage,
}) => {
  problems.expect(/status of 503/)
  const { _id } = await addMember(api, { name: 'Baltasar Sete-Sóis', city: 'Mafra' })
  await page.goto(`/socios/${_id}`)
  const name = page.getByRole('textbox', { name: 'Nome completo' })
  await name.fill('Baltasar Mateus Sete-Sóis')
  await expect(page.getByText('1 alteração por guardar')).toBeVisible()
  // Sends nothing by itself.
  const idle = await openPage('admin')
  await idle.goto('/socios')
  const cell = (text: string) => idle.getByRole('gridcell', { name: text, exact: true })
  await expect(idle.getByRole('status').filter({ hasText: 'Em direto' })).toBeVisible()
  await expect(cell('Baltasar Sete-Sóis')).toBeVisible()
  const visitor = await openPage(undefined)

  await postgres.stop('fast')
  await page.keyboard.press('Control+s')
  const overlayOf = (one: typeof page) =>
    one.getByRole('dialog', { name: 'Perdido o contacto com o servidor' })
  await expect(overlayOf(page).getByText('A tentar restabelecer ligação ao servidor')).toBeVisible()
  const answer = await api.get('/api/members')
  expect([answer.status(), await answer.json()]).toEqual([
    503,
    { message: 'A base de dados não responde. Tente de novo dentro de momentos.' },
  ])
  await visitor.goto('/')
  await expect(overlayOf(visitor), 'a first visit is no blank page').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlayOf(page)).toBeVisible()

  await postgres.start()
  await expect(overlayOf(page)).toHaveCount(0)
  await expect(page.getByText('Foram retomadas as alterações que tinham ficado por guardar.')).toBeVisible()
  await expect(name).toHaveValue('Baltasar Mateus Sete-Sóis')
  await expect(visitor.getByLabel('Email')).toBeVisible()
  await expect(visitor.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Baltasar Mateus Sete-Sóis')
  await expect(page.getByText('por guardar')).toHaveCount(0)

  await expect(cell('Baltasar Mateus Sete-Sóis')).toBeVisible()
  await expect(overlayOf(idle)).toHaveCount(0)
  await expect(idle.getByRole('status').filter({ hasText: 'Em direto' })).toBeVisible()
  await idle.evaluate(() => Object.assign(window, { before: true }))
  await addMember(api, { name: 'Blimunda Sete-Luas' })
  await expect(cell('Blimunda Sete-Luas')).toBeVisible()
  expect(await idle.evaluate(() => 'before' in window), 'the page was not loaded again').toBe(true)
})
