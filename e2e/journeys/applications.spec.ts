import { expect, type Page, test, switchSending, useServerWithMail, visit } from '../fixtures.ts'
import { field, toasts } from '../page-parts.ts'
import { bodiesTo, fillIn, linkSentTo, stateOf } from '../applications.ts'

const mail = useServerWithMail({ args: ['--demo'] })
test.use({ as: 'admin' })
test.beforeEach(({ api }) => switchSending(api, true))

test('a visitor applies, confirms the email, is accepted and is a member', async ({
  page,
  openPage,
  problems,
}) => {
  problems.expect(/status of 422/)
  await page.goto('/socios')
  const waiting = await countOf(page)
  const visitor = await openPage(undefined, { viewport: { width: 390, height: 844 } })
  await visitor.goto('/inscricao')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Quero ser sócio')
  await expect.poll(() => widthOver(visitor)).toBe(0)
  await fillIn(visitor, { name: 'Zulmira Antunes Prata', email: 'zulmira@exemplo.pt' })
  await field(visitor, 'NIF').fill('123456780')
  await field(visitor, 'NIF').blur()
  await expect(field(visitor, 'NIF')).toHaveAccessibleDescription(/NIF/)
  await field(visitor, 'NIF').fill('123456789')
  // A double click submits once.
  await visitor.getByRole('button', { name: 'Enviar candidatura' }).dblclick()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Falta confirmar o email')
  await expect(visitor.getByText('zulmira@exemplo.pt')).toBeVisible()

  // The staff do not see the application before the email is confirmed.
  const link = await linkSentTo(mail(), 'zulmira@exemplo.pt')
  expect(await countOf(page)).toBe(waiting)
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Email confirmado')
  await expect.poll(() => countOf(page)).toBe(waiting + 1)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('O email já estava confirmado')

  await page.getByRole('link', { name: /^Candidaturas/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'Zulmira Antunes Prata' })
  await expect(row).toHaveCount(1)
  await row.getByText('Zulmira Antunes Prata').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zulmira Antunes Prata')
  await expect(page.getByRole('region', { name: 'Registo de consentimentos' })).toContainText(
    /Adesão aos estatutos\s*aceite/,
  )
  await expect(page.getByRole('region', { name: 'Registo de consentimentos' })).toContainText(
    /Newsletter.*não aceite/,
  )
  await page.getByRole('button', { name: 'Aceitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Aceitar Zulmira Antunes Prata' })
  await field(dialog, 'N.º de sócio').fill('1')
  await dialog.getByRole('button', { name: 'Aceitar' }).click()
  // The error appears at its field, and the dialog keeps the values.
  await expect(field(dialog, 'N.º de sócio')).toHaveAccessibleDescription(/já/i)
  await expect(field(dialog, 'N.º de sócio')).toHaveValue('1')
  await field(dialog, 'N.º de sócio').fill('')
  await field(dialog, 'Ata n.º').fill('12/2026')
  await dialog.getByRole('button', { name: 'Aceitar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toasts(page)).toContainText('Candidatura aceite.')
  await expect(stateOf(page)).toContainText('Aceite')

  await toasts(page).getByRole('button', { name: 'Ver sócio' }).click()
  await expect(page).toHaveURL(/\/socios\/[0-9a-f-]{36}$/)
  await expect.poll(() => countOf(page)).toBe(waiting)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zulmira Antunes Prata')
  await expect(page.getByRole('link', { name: /^Candidatura n\.º/ })).toBeVisible()
  await visit(page, '/socios')
  await page.getByRole('searchbox', { name: 'Pesquisar sócios' }).fill('zulmira prata')
  await expect(page.getByRole('row').filter({ hasText: 'Zulmira Antunes Prata' })).toHaveCount(1)
  await expect
    .poll(() => bodiesTo(mail(), 'zulmira@exemplo.pt'))
    .toEqual([
      expect.stringMatching(/confirme que este email/),
      expect.stringMatching(/Recebemos a sua candidatura/),
      expect.stringMatching(/foi aceite|É com gosto/),
      expect.stringMatching(/foi aceite|É com gosto/),
    ])
  // Two senders: the answer and the welcome have no order.
  expect(bodiesTo(mail(), 'zulmira@exemplo.pt').filter((body) => body.includes('É com gosto'))).toHaveLength(
    1,
  )
})

/** The count of waiting applications in the menu. */
async function countOf(page: Page): Promise<number> {
  const entry = page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: /^Candidaturas/ })
  await expect(entry).toContainText('por tratar')
  return Number(/\d+/.exec(await entry.innerText())?.[0])
}

/** Horizontal overflow of the page, in px. */
function widthOver(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
