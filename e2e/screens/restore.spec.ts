import { readFile, rm } from 'node:fs/promises'
import { addMember, expect, logins, signIn, test, useServer } from '../fixtures.ts'
import { toasts } from '../page-parts.ts'
import { startServer } from '../start-server.ts'
import { expectAccessible } from '../violations.ts'

useServer()
test.use({ as: 'admin' })

test('a backup is made and confirmed on its screen, downloaded, and restored on the first page of another installation', async ({
  page,
  api,
  browser,
  problems,
}, info) => {
  const { memberNumber } = await addMember(api, { name: 'Guilhermina Tavares de Pinho' })
  const file = info.outputPath('copia.zip')

  await test.step('the administrator makes a backup and confirms that it can be restored', async () => {
    await page.goto('/copias')
    await page.getByRole('button', { name: 'Fazer cópia' }).click()
    await expect(toasts(page)).toContainText('A cópia está a ser feita.')
    const row = page.getByRole('row').filter({ hasText: logins.admin.name })
    await expect(row).toContainText('Pronta')
    await expectAccessible(page)
    await row.getByRole('link').first().click()
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Confirmar que se repõe' }).click()
    // It is restored to another database.
    await expect(page.getByText('Repõe-se', { exact: true })).toBeVisible({ timeout: 120_000 })
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descarregar' }).click()
    await (await download).saveAs(file)
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK')
  })

  await test.step('another installation restores it', async () => {
    const empty = await startServer()
    try {
      const context = await browser.newContext({ baseURL: empty.url, reducedMotion: 'reduce' })
      problems.watch(context)
      problems.expect(/status of 4(01|22)/)
      const other = await context.newPage()
      await other.goto('/')
      await other.getByRole('radio', { name: /Repor uma cópia/ }).check({ force: true })
      await expectAccessible(other)
      await other.locator('input[type="file"]').setInputFiles({
        name: 'errado.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from('isto não é uma cópia'),
      })
      await other.getByRole('button', { name: 'Repor', exact: true }).click()
      await expect(other.getByText(/não é uma cópia de segurança/)).toBeVisible()
      await other.locator('input[type="file"]').setInputFiles(file)
      await other.getByRole('button', { name: 'Repor', exact: true }).click()
      await expect(other.getByLabel('Email')).toBeVisible({ timeout: 120_000 })
      await signIn(other, 'admin')
      await expect(other).toHaveURL(/\/socios/)
      await other.goto(`/socios?pesquisa=${memberNumber}`)
      await expect(other.getByText('Guilhermina Tavares de Pinho')).toBeVisible()
      await context.close()
    } finally {
      await empty.stop()
      await rm(file, { force: true })
    }
  })
})
