import type { APIRequestContext } from '@playwright/test'
import { readPdf } from '../../server/testing/read-pdf.ts'
import { samplePhoto } from '../../server/testing/sample-photo.ts'
import { addMember, answerOf, expect, type Member, test, useServer, visit } from '../fixtures.ts'
import { field, saveBar, toasts } from '../page-parts.ts'

interface Card {
  _id: string
  code: string
  memberId: string
}

test.describe('cards', () => {
  useServer()
  test.use({ as: 'admin' })

  test('show both sides with the photo, on their own page and that of their member; a second copy invalidates the first', async ({
    page,
    api,
    openPage,
  }) => {
    await test.step('show both sides with the photo; a second copy invalidates the first and is charged', async () => {
      const { member, card } = await addCard(api, 'Zulmira Paço Trindade')
      await page.goto(`/cartoesSocio/${card._id}`)
      const front = page.getByRole('img', { name: 'Frente do cartão de Zulmira Paço Trindade' })
      await expect(front).toHaveJSProperty('complete', true)
      expect(await front.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
      expect(decodeURIComponent((await front.getAttribute('src')) ?? '')).toContain('data:image/jpeg;base64,')
      await expect(page.getByRole('img', { name: 'Verso do cartão de Zulmira Paço Trindade' })).toBeVisible()

      await page.getByRole('button', { name: 'Emitir 2.ª via' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('custa 3,50')
      await dialog.getByLabel('O cartão perdeu-se').click()
      await dialog.getByRole('button', { name: 'Emitir 2.ª via' }).click()
      await expect(page.getByText('2.ª via').first()).toBeVisible()
      await expect(page.getByRole('link', { name: '2.ª via do cartão' })).toBeVisible()
      await expect(page.getByRole('complementary', { name: /outros cartões/ })).toContainText('Extraviado')
      await expect(page.getByRole('button', { name: 'Emitir 3.ª via' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Emitir 2.ª via' })).toHaveCount(0)
      const owed = await answerOf<{ type: string; amount: number }[]>(
        await api.get(`/api/members/${member._id}/unsettled_payments`),
      )
      expect(owed.map(({ type, amount }) => [type, amount])).toEqual([['card', 3.5]])

      const door = await openPage(undefined)
      await door.goto(`/v/${card.code}`)
      await expect(door.getByText('Cartão sem validade').first()).toBeVisible()
    })

    await test.step('are on the page of their member, and in letters with a custom text', async () => {
      const { member, card } = await addCard(api, 'Quitéria Rosmaninho')
      await visit(page, `/socios/${member._id}/cartoes`)
      await expect(page.getByRole('img', { name: 'Frente do cartão de Quitéria Rosmaninho' })).toBeVisible()
      await page.getByRole('button', { name: 'Mais ações' }).last().click()
      await page.getByRole('menuitem', { name: 'Abrir a carta' }).click()
      const letter = page.getByRole('region', { name: 'Carta', exact: true })
      await expect(letter).toContainText('Junto enviamos o seu cartão')
      await field(page, 'Texto').fill('Aqui vai o seu cartão, {nome}: guarde-o bem.')
      await expect(letter).toContainText('Aqui vai o seu cartão, Quitéria Rosmaninho: guarde-o bem.')
      await page.getByLabel('Pelo correio').click()
      await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
      await expect(toasts(page).getByText('Guardado com sucesso.')).toBeVisible()
      const { url, channel } = await answerOf<{ url: string; channel: string }>(
        await api.get(`/api/membership_card_letters/${card._id}`),
      )
      expect(channel).toBe('mail')
      const { pages } = await readPdf(await (await api.get(url)).body())
      expect(pages[0]).toContain('Aqui vai o seu cartão, Quitéria Rosmaninho: guarde-o bem.')
    })
  })
})

/** Creates a member with a photo and a card that waits to be printed. */
async function addCard(api: APIRequestContext, name: string): Promise<{ member: Member; card: Card }> {
  const member = await addMember(api, { name })
  const file = { name: 'cara.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto(7) }
  expect((await api.post(`/api/member_photos/${member._id}`, { multipart: { file } })).ok()).toBe(true)
  const card = await answerOf<Card>(
    await api.post('/api/membership_cards', { data: { memberId: member._id } }),
  )
  return { member, card }
}
