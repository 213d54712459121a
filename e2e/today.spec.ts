import { today } from './fixtures.ts'
import { addMember, expect, test, useServer } from './fixtures.ts'

useServer()
test.use({ as: 'admin' })

test('«Hoje» below the list links to waiting work, and can be hidden with a key', async ({ page, api }) => {
  const [year = '', month, day] = today().split('-')
  const born = `${Number(year) - 40}-${month}-${day}`
  const member = await addMember(api, { name: 'Aniceto Faz Anos', birthDate: born })
  await page.goto('/socios')
  const strip = page.getByRole('complementary', { name: 'Hoje' })
  await expect(strip.getByRole('link', { name: 'Aniceto Faz Anos' })).toHaveAttribute(
    'href',
    `/socios/${member._id}`,
  )
  await expect(strip).toContainText('Aniceto Faz Anos (40)')
  await expect(strip.getByRole('link', { name: /candidaturas? por tratar/ })).toHaveAttribute(
    'href',
    '/candidaturas',
  )
  const first = page.getByRole('grid').getByRole('row').nth(1)
  const [row, box] = [await first.boundingBox(), await strip.boundingBox()]
  expect(Number(row?.y), 'the rows stand where they stood').toBeLessThan(Number(box?.y))

  await page.keyboard.press('h')
  await expect(strip).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(strip).toHaveCount(0)
  await page.keyboard.press('h')
  await expect(strip).toBeVisible()
  await strip.getByRole('link', { name: /mensage(m|ns) retidas?/ }).click()
  await expect(page).toHaveURL(/\/mensagens\?todos=sim&state=held/)
})

test('an administrator without a membership has a page with links', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('main')).toContainText('A sua conta é da secretaria')
  await page.getByRole('link', { name: 'Ver todos os sócios' }).click()
  await expect(page).toHaveURL('/socios')
})
