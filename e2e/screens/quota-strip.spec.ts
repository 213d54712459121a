import {
  addMember,
  answerOf,
  expect,
  logins,
  ownOrganisation,
  test,
  thisYear as year,
  useServer,
  type Locator,
  type Member,
  type Page,
  visit,
} from '../fixtures.ts'
import { field, fontsArrived, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

type Api = Parameters<typeof addMember>[0]

const stripLabel =
  `Quotas: ${year - 5} e ${year - 4} sem cobrança, ${year - 3} e ${year - 2} pagas, ` +
  `${year - 1} paga em parte, ${year} em dívida`

test.describe('dues of a member', () => {
  useServer({ env: ownOrganisation })
  test.use({ as: 'admin' })

  test('are in the list, which can be filtered by debt, and on the member’s page as a statement', async ({
    page,
    api,
  }) => {
    await test.step('are in the list, which can be filtered by debt', async () => {
      const debtor = await addDebtor(api, 'António Luís Gonçalves')
      await addMember(api, { name: 'Beatriz Sá Lopes' })
      await page.goto('/socios')
      const row = page.getByRole('row', { name: debtor.name })
      await expect(page.getByRole('columnheader', { name: `Quotas ${year - 5}–${year}` })).toBeVisible()
      await expect(row.getByRole('img', { name: stripLabel, exact: true })).toBeVisible()
      await expect(row.getByText('38,00 €')).toBeVisible()
      await expect(page.getByRole('row', { name: 'Beatriz' }).getByText('€')).toHaveCount(0)

      await row.locator('[data-mark="partial"]').hover()
      await expect(page.getByText(`${year - 1}: paga em parte`, { exact: true })).toBeVisible()

      await page.getByRole('button', { name: 'Com dívida' }).click()
      await expect(page).toHaveURL(/balance_from=0\.01/)
      await expect(page.getByRole('row', { name: 'Beatriz' })).toHaveCount(0)
      await expect(row).toBeVisible()
      await page.getByRole('button', { name: 'Retirar o filtro Dívida' }).click()
      await expect(page.getByRole('row', { name: 'Beatriz' })).toBeVisible()

      const bar = page.getByRole('region', { name: 'Linhas selecionadas' })
      await row.getByRole('checkbox').click()
      await expect(bar.getByRole('button', { name: 'Registar pagamento' })).toBeVisible()
      await bar.getByRole('button', { name: 'Registar pagamento' }).click()
      await expect(page).toHaveURL(new RegExp(`/pagamentos/novo\\?memberId=${debtor._id}`))
    })

    await test.step('are on the member’s page as a statement, until all is paid', async () => {
      const { _id } = await addDebtor(api, 'Fátima Oliveira Neto')
      await visit(page, `/socios/${_id}`)
      const facts = page.locator('dl').first()
      await expect(facts).toContainText('38,00 €')
      await expect(facts).toContainText(`2 dívidas, desde ${year - 1}`)
      await expect(facts).toContainText(`última paga: ${year - 2}`)
      await expect(facts.getByRole('img', { name: stripLabel })).toBeVisible()
      await page.getByRole('link', { name: /^Quotas e pagamentos/ }).click()
      await expect(page).toHaveURL(`/socios/${_id}/quotas`)
      await expect(page.getByRole('link', { name: 'Quotas e pagamentos 2 por regularizar' })).toBeVisible()

      const statement = page.getByRole('table', { name: 'Conta corrente' })
      await expect(statement.getByRole('row')).toHaveCount(6)
      expect(balanceOf(await cellsOf(statement))).toBe(3800)
      await expect(statement.getByRole('row').nth(1)).toContainText('38,00 €')
      await page.getByRole('combobox', { name: 'Ano' }).selectOption(String(year))
      await expect(statement.getByRole('row').last()).toContainText('Dos anos anteriores')

      await page.getByRole('button', { name: 'Registar pagamento' }).click()
      const dialog = page.getByRole('dialog', { name: 'Registar pagamento' })
      await expect(field(dialog, 'Valor')).toHaveValue('38,00')
      await dialog.getByRole('button', { name: /^Registar e emitir recibo/ }).click()
      await expect(dialog).toHaveCount(0)
      await expect(facts).toContainText('Nada')
      await expect(facts.getByRole('img', { name: new RegExp(`${year - 3} a ${year} pagas$`) })).toBeVisible()
      await expect(page.getByRole('link', { name: /^Quotas e pagamentos/ })).toHaveText(/pagamentos$/)
      await expect(statement.getByRole('row').nth(1)).toContainText('0,00 €')
    })
  })

  test('are in the first rows before the application loads, in their final form', async ({ page, api }) => {
    const { name } = await addDebtor(api, 'Carlos Manuel Évora')
    let arrive = () => {}
    const held = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/start-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/socios', { waitUntil: 'commit' })
    const row = page.locator('tr').filter({ hasText: name })
    const tiles = row.locator('[data-mark]')
    await expect(tiles).toHaveCount(6)
    const picture = async () => ({
      marks: await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('data-mark'))),
      places: await Promise.all((await tiles.all()).map((tile) => tile.boundingBox())),
      debt: await row.getByText('38,00 €').boundingBox(),
    })
    await fontsArrived(page)
    const early = await picture()
    expect(early.marks).toEqual(['none', 'none', 'paid', 'paid', 'partial', 'owed'])
    arrive()
    await expect(row.getByRole('img', { name: stripLabel })).toBeVisible()
    await expect(row).toHaveCount(1)
    expect(await picture()).toEqual(early)
  })

  test('are in the cards on phones', async ({ api, openPage }) => {
    const { name } = await addDebtor(api, 'David Mendonça')
    const page = await openPage('admin', { viewport: { width: 390, height: 844 } })
    await page.goto('/socios')
    const card = page.getByRole('listitem').filter({ hasText: name })
    await expect(card.getByRole('img', { name: stripLabel })).toBeInViewport()
    await expect(card.getByText('38,00 €')).toBeInViewport()
  })

  test('are on the public page of a link, with minimal data', async ({ api, openPage }) => {
    const { _id, name } = await addDebtor(api, 'Gonçalo Antunes Leal')
    for (const [setting, value] of [
      ['multibancoSubEntity', '123'],
      ['multibancoEntity', '12345'],
      ['transferIban', 'PT50 0002 0123 1234 5678 9015 4'],
    ])
      await answerOf(await api.patch(`/api/settings/${setting}`, { data: { value } }))
    const advice = await answerOf<{ publicId: string; multibanco: { reference: string } }>(
      await api.get(`/api/payment_advice?memberId=${_id}&type=quota&year=${year}`),
    )
    const page = await openPage(undefined, {
      viewport: { width: 390, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const received: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().includes('/api/')) received.push(response.text().catch(() => ''))
    })
    await page.goto(`/informacaoDePagamento/${advice.publicId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('24,00 € por pagar')
    await expect(page.getByText(`Quota ${year}`).first()).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    // Payment methods come first.
    await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText('A pagar')
    await page.getByRole('button', { name: 'Copiar Referência' }).click()
    await expectCopied(page, advice.multibanco.reference)
    await page.getByRole('button', { name: 'Copiar IBAN' }).click()
    await expectCopied(page, 'PT50000201231234567890154')
    await page.getByRole('button', { name: 'Copiar Valor' }).first().click()
    await expectCopied(page, '24,00')
    await page.getByRole('button', { name: 'Partilhar' }).click()
    await expect(toasts(page)).toContainText('Ligação copiada.')
    await expectCopied(page, page.url())
    const words = (await Promise.all(received)).join(' ')
    expect(words).toContain('"GL"')
    expect(words).not.toMatch(new RegExp(`${name}|Antunes|${_id}`))

    await pay(api, _id, 38)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nada por pagar')
    await expectAccessible(page)
  })

  test('are not shown for unknown links', async ({ openPage, problems }) => {
    problems.expect(/status of 404/)
    const page = await openPage(undefined)
    for (const id of ['nada', '%00', '..%2Fmembers'])
      await expectNowhere(page, `/informacaoDePagamento/${id}`)
    await expectAccessible(page)
  })

  test('are on the own page, with payment methods and receipts', async ({ api, openPage }) => {
    const { personId } = await addDebtor(api, 'Helena Viegas')
    const account = { name: 'Helena Viegas', email: logins.member.email, role: 'member', personId }
    await answerOf(await api.post('/api/users', { data: account }))
    const page = await openPage('member')
    await page.goto('/dashboard')
    await expect(page.locator('dl').first()).toContainText('38,00 €')
    await expect(
      page
        .locator('dl')
        .first()
        .getByRole('img', { name: /^Quotas: / }),
    ).toBeVisible()
    const open = page.getByRole('region', { name: 'Por regularizar' })
    await expect(open).toContainText(`Quota ${year}`)
    await expect(open.getByRole('button', { name: /Isentar|Anular|Registar pagamento/ })).toHaveCount(0)
    const statement = page.getByRole('table', { name: 'Conta corrente' })
    const answer = page.waitForResponse(/\/payments\/[^/]+\/receipt$/)
    await statement
      .getByRole('button', { name: /^Recibo / })
      .first()
      .click()
    const { url } = ((await (await answer).json()) as { data: { url: string } }).data
    expect((await page.request.get(url)).headers()['content-type']).toBe('application/pdf')
  })
})

/** Creates a member with quotas of four years: two paid, one in part, one unpaid. */
async function addDebtor(api: Api, name: string): Promise<Member> {
  const member = await addMember(api, { name })
  for (const one of [3, 2, 1, 0].map((ago) => year - ago))
    await charge(api, member._id, { type: 'quota', year: one, amount: 24, dueDate: `${one}-01-01` })
  await pay(api, member._id, 58)
  return member
}

async function charge(api: Api, memberId: string, fields: Record<string, unknown>): Promise<void> {
  const data = { memberId, dueDate: `${year}-01-01`, ...fields }
  await answerOf(await api.post('/api/unsettled_payments', { data }))
}

async function pay(api: Api, memberId: string, amount: number): Promise<void> {
  const data = { memberId, amount, method: 'cash', date: `${year}-01-01` }
  await answerOf(await api.post('/api/payments', { data }))
}

async function expectNowhere(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página não encontrada')
}

/** Retries, because copying is asynchronous. */
async function expectCopied(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
}

/** The cells of each entry of a statement. */
async function cellsOf(statement: Locator): Promise<string[][]> {
  const rows = await statement.locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
}

/** Charges minus payments, in cents. */
function balanceOf(rows: readonly string[][]): number {
  const cents = (text = '') => Number(text.replaceAll(/\D/g, ''))
  return rows.reduce((sum, [, , charged, paid]) => sum + cents(charged) - cents(paid), 0)
}
