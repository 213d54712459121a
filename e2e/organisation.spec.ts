import sharp from 'sharp'
import { expect, test, useServer } from './fixtures.ts'
import { field, saveBar, toasts } from './page-parts.ts'

useServer()
test.use({ as: 'editor' })

test('an editor sets logo, colour and website, which visitors see; another kind of file is refused with a message', async ({
  page,
  openPage,
  problems,
}) => {
  problems.expect(/status of 415/, /status of 404 .*(verify|payment_information|receipt_information)/)
  const image = (format: 'png' | 'webp') =>
    sharp({ create: { width: 240, height: 120, channels: 4, background: '#8a153880' } })
      .toFormat(format)
      .toBuffer()
  const visitor = await openPage(undefined)
  await visitor.goto('/inscricao')
  const head = visitor.getByRole('main').locator('header').first()
  await expect(head).toBeVisible()
  await expect(head.locator('img')).toHaveCount(0)

  await page.goto('/configuracaoOrganizacao')
  const card = page.getByRole('region', { name: 'Logótipo' })
  const input = card.locator('input[type=file]')
  await input.setInputFiles({ name: 'logo.webp', mimeType: 'image/webp', buffer: await image('webp') })
  await expect(toasts(page)).toContainText('Envie PNG ou JPEG')
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await image('png') })
  await expect(toasts(page)).toContainText('Logótipo guardado.')
  await expect(page.locator('img[src^="/api/organisation_logo/"]').first()).toBeVisible()
  await field(page, 'Cor').fill('#8A1538')
  await field(page, 'Sítio na Internet').fill('https://clube.exemplo.pt')
  await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(saveBar(page)).toHaveCount(0)

  await visitor.reload()
  await expect(head.locator('img')).toBeVisible()
  await expect(head).toHaveCSS('background-color', 'rgb(138, 21, 56)')
  for (const path of ['/inscricao', '/v/7K3M9QX2VT4D', '/informacaoDePagamento/x', '/verificarRecibo/x']) {
    await visitor.goto(path)
    const name = visitor.getByRole('main').getByRole('link', { name: 'Clube Recreativo do Outeiro' })
    await expect(name, path).toHaveAttribute('href', 'https://clube.exemplo.pt')
    await expect(visitor.locator('img[src^="/api/organisation_logo/"]'), path).toBeVisible()
  }
  await visitor.goto('/inscricao')

  await card.getByRole('button', { name: 'Retirar' }).click()
  await expect(toasts(page)).toContainText('Logótipo retirado.')
  await visitor.reload()
  await expect(head).toBeVisible()
  await expect(head.locator('img')).toHaveCount(0)
})
