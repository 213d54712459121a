import { readFile } from 'node:fs/promises'
import { readPdf } from '../../server/testing/read-pdf.ts'
import { expect, test, thisYear, useServer } from '../fixtures.ts'
import { expectAccessible } from '../violations.ts'

useServer()
test.use({ as: 'admin' })

test('a report is read, compared and exported; its numbers lead to their lists', async ({ page }) => {
  await page.goto('/socios')
  await page.getByRole('link', { name: 'Relatórios', exact: true }).click()
  await expect(page).toHaveURL('/relatorios')

  await test.step('payments by year: the chart and the table lead to the same list', async () => {
    await page.getByRole('link', { name: 'Pagamentos por ano' }).click()
    await expect(page).toHaveURL('/relatorios/paymentsPerYear')
    const bar = page.getByRole('link', { name: new RegExp(`^${thisYear - 1}, Numerário: `) })
    const row = page.getByRole('row', { name: new RegExp(`^${thisYear - 1} `) })
    await expect(bar).toBeVisible()
    const address = await bar.getAttribute('href')
    expect(await row.getByRole('link').nth(1).getAttribute('href')).toBe(address)
    await expectAccessible(page)
    const payments = await row.getByRole('link').first().textContent()
    const shown = String(await row.textContent())
    await row.getByRole('link').first().click()
    await expect(page).toHaveURL(/^.*\/pagamentos\?/)
    await expect(page.locator('article > header')).toContainText(String(payments))
    await page.goBack()
    await expect(page).toHaveURL('/relatorios/paymentsPerYear')
    await expect(row).toHaveText(shown)
  })

  await test.step('the address has the parameters', async () => {
    await page.getByLabel('De', { exact: true }).selectOption(String(thisYear - 1))
    await expect(page).toHaveURL(`/relatorios/paymentsPerYear?de=${thisYear - 1}`)
    await expect(page.getByRole('row', { name: new RegExp(`^${thisYear - 2} `) })).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('De', { exact: true })).toHaveValue(String(thisYear - 1))
  })

  await test.step('members on a day, with the year before', async () => {
    await page.goto(`/relatorios/membersAt?dia=${thisYear - 1}-12-31&comparar=1`)
    await expect(page.getByRole('columnheader', { name: `31/12/${thisYear - 2}`, exact: true })).toBeVisible()
    const total = page.getByRole('row', { name: /^Total / }).first()
    const members = await total.getByRole('link').first().textContent()
    await total.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/socios\/estados\?/)
    await expect(page.locator('article > header')).toContainText(String(members))
  })

  await test.step('a report is kept as it is, and compared with now', async () => {
    await page.goto(`/relatorios/membersAt?dia=${thisYear - 1}-12-31`)
    const members = await page
      .getByRole('row', { name: /^Total / })
      .first()
      .textContent()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByLabel('Para quê').fill('Assembleia de março')
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
    await expect(page).toHaveURL(/\/relatorios\/guardados\/[0-9a-f-]{36}$/)
    await expect(page.locator('article > header')).toContainText('Assembleia de março')
    await expect(page.getByRole('row', { name: /^Total / }).first()).toHaveText(String(members))
    await expectAccessible(page)
    await page.getByRole('link', { name: 'O que mudou' }).click()
    await expect(page.getByText('Nada mudou.')).toBeVisible()
  })

  await test.step('several reports in one PDF for the assembly', async () => {
    await page.goto('/relatorios')
    await page.getByLabel('Exportar «Saídas por ano»').uncheck()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Exportar \d+ relatórios$/ }).click()
    const { pages } = await readPdf(await readFile(await (await download).path()))
    expect(pages[0]).toContain('Relatórios')
    expect(pages[1]).toContain('Dívidas por antiguidade')
    expect(pages[1]).not.toContain('Saídas por ano')
  })
})
