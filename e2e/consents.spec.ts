import { addMember, expect, test, useServer } from './fixtures.ts'
import { choose, field, toasts } from './page-parts.ts'

useServer()

test.describe('consents', () => {
  test.use({ as: 'admin' })

  test('of a member are registered and withdrawn by the staff', async ({ page, api }) => {
    const member = await addMember(api, { name: 'Leonilde Paiva', email: 'leonilde@exemplo.pt' })
    await page.goto(`/socios/${member._id}`)
    const card = page.getByRole('region', { name: 'Consentimentos' })
    const newsletter = card.getByRole('listitem').filter({ hasText: 'Newsletter por email' })
    await expect(newsletter).toContainText('Ainda não perguntado')
    await newsletter.getByRole('button').click()

    const dialog = page.getByRole('dialog', { name: 'Newsletter por email' })
    await expect(dialog).toContainText('Aceito receber a newsletter por email.')
    await dialog.getByRole('button', { name: 'Registar que aceitou' }).click()
    const record = page.getByRole('dialog', { name: /consentimento/i })
    await choose(record, 'Como', 'Presencialmente')
    await field(record, 'Prova').fill('Ficha de 12 de março')
    await record.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toContainText('Ficha de 12 de março')
    await expect(dialog).toContainText(/Aceite.*texto, versão\s\d+ · presencialmente/)
    await dialog.getByRole('button', { name: 'Registar que retirou' }).click()
    await expect(field(record, 'Estado')).toHaveValue('Retirado')
    await record.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await expect(dialog.getByRole('listitem').first()).toContainText(/Retirado.* · em papel/)
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await expect(newsletter).toContainText('Retirado')
  })
})

test.describe('a member', () => {
  test.use({ as: 'member' })

  test('gives and withdraws the own consents', async ({ page }) => {
    await page.goto('/dashboard')
    const part = page.getByRole('region', { name: 'O que autorizo' })
    const tick = part.getByRole('checkbox', { name: 'Aceito receber SMS informativos.' })
    await expect(tick).not.toBeChecked()
    for (const [isGiven, toast, line] of [
      [true, 'Autorização registada.', /Aceite · .* · texto, versão\s\d · área reservada/],
      [false, 'Autorização retirada.', /Retirado · .* · área reservada/],
    ] as const) {
      await tick.click()
      await expect(toasts(page)).toContainText(toast)
      await expect(tick).toBeChecked({ checked: isGiven })
      await page.reload()
      await expect(tick).toBeChecked({ checked: isGiven })
      await expect(part).toContainText(line)
    }
    await expect(part, 'nothing that belonging depends on').not.toContainText('estatutos')
  })
})
