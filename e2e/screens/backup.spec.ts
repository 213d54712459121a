import { expect, test, useServer } from '../fixtures.ts'

useServer()
test.use({ as: 'admin' })

test('everything is exported after a warning', async ({ page }) => {
  await page.goto('/copias')
  await page.getByRole('button', { name: 'Exportar tudo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Exportar tudo' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Exportação' })
  await expect(row).toContainText('Pronta')
})
