import {
  answerOf,
  expect,
  ownOrganisation,
  test,
  thisYear,
  today,
  type Page,
  useServer,
  visit,
} from '../fixtures.ts'
import { choose, field, toasts } from '../page-parts.ts'
import {
  type Debtor,
  type Payment,
  amount,
  balanceOf,
  choosePayer,
  addDebtor,
  paymentsOf,
  registered,
  search,
  settled,
} from '../payments.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

const register = (page: Page) => page.getByRole('button', { name: 'Registar e emitir recibo' })

test('twenty payments by keyboard get consecutive receipts and a correct sum', async ({ page, api }) => {
  test.slow()
  const people: Debtor[] = []
  for (let index = 0; index < 20; index++)
    people.push(await addDebtor(api, `Pagante Número ${index}`, [thisYear - 1]))
  await page.goto('/pagamentos')
  await expect(page.getByText('Aqui fica cada pagamento recebido')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/pagamentos/novo')
  for (const [index, person] of people.entries()) {
    await choosePayer(page, person)
    await expect(amount(page)).toHaveValue('24,00')
    const more = page.getByRole('button', { name: /^Referência.* e observações$/ })
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    if (index === 0) await more.press('Enter')
    // In turn: the shortcut from anywhere, or Enter from the amount to the button and again.
    if (index % 2 === 0) await page.keyboard.press('Control+Enter')
    else {
      await page.keyboard.press('Enter')
      await expect(register(page)).toBeFocused()
      await page.keyboard.press('Enter')
    }
    const words = index === 0 ? '1 registado nesta sessão' : `${index + 1} registados nesta sessão`
    await expect(page.getByText(words)).toBeVisible()
  }
  await expect(page.getByText(/20 registados nesta sessão · 480,00\s€/)).toBeVisible()
  for (const [index, person] of people.entries()) {
    const [payment, ...others] = await paymentsOf(api, person)
    expect(others).toEqual([])
    expect(payment).toMatchObject({
      receiptNumber: `Q/${thisYear}/${String(index + 1).padStart(6, '0')}`,
      amount: 24,
      method: 'cash',
    })
    expect(await balanceOf(api, person)).toEqual({ balance: 0, credit: 0 })
  }
  await visit(page, '/pagamentos')
  const total = page.getByRole('row').filter({ hasText: 'Total' })
  await expect(total).toContainText(/480,00\s€/)
})

test('a receipt settles debts of several people, new charges and instalments', async ({ page, api }) => {
  await test.step('debts of several people', async () => {
    const mother = await addDebtor(api, 'Branca Meireles', [thisYear - 1])
    const child = await addDebtor(api, 'Tomás Meireles', [thisYear - 2, thisYear - 1])
    await page.goto('/pagamentos/novo')
    await choosePayer(page, mother)
    await page.getByRole('button', { name: 'Outra pessoa neste recibo' }).press('Enter')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('meireles')
    // The search omits people already on the receipt.
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Tomás Meireles' })).toBeVisible()
    await expect(amount(page)).toHaveValue('72,00')
    await page
      .getByRole('region', { name: 'Tomás Meireles' })
      .getByRole('checkbox', { name: new RegExp(`Quota ${thisYear - 2}`) })
      .press('Space')
    await expect(amount(page)).toHaveValue('48,00')
    await page.keyboard.press('Control+Enter')
    await expect(registered(page)).toContainText('Branca Meireles')

    const [payment] = await paymentsOf(api, mother)
    expect(payment?.items.map(({ memberId, amount: paid }) => [memberId, paid]).toSorted()).toEqual(
      [
        [mother._id, 24],
        [child._id, 24],
      ].toSorted(),
    )
    expect(await balanceOf(api, mother)).toEqual({ balance: 0, credit: 0 })
    expect(await balanceOf(api, child)).toEqual({ balance: 24, credit: 0 })
  })

  await test.step('people of the last joint receipt are added with one key, and the payer can be chosen', async () => {
    const mother = await addDebtor(api, 'Eugénia Calheiros', [thisYear - 1])
    const child = await addDebtor(api, 'Rui Calheiros', [thisYear - 2, thisYear - 1])
    await choosePayer(page, mother)
    await expect(page.getByText('Da última vez pagou também por')).toHaveCount(0)
    const [debt] = await answerOf<{ _id: string }[]>(
      await api.get(`/api/members/${child._id}/unsettled_payments?_sort=dueDate`),
    )
    const items = [{ unsettledPaymentId: debt?._id, amount: 24 }]
    await api.post('/api/payments', {
      data: { memberId: mother._id, date: today(), method: 'cash', amount: 24, items },
    })
    await page.goto('/pagamentos/novo')
    await choosePayer(page, mother)
    await expect(
      page.getByText(/Da última vez pagou também por Rui Calheiros \(1 dívida, 24,00\s€\)/),
    ).toBeVisible()
    await page.keyboard.press('Alt+a')
    await expect(page.getByRole('region', { name: 'Rui Calheiros' })).toBeVisible()
    await expect(amount(page)).toHaveValue('48,00')
    await expect(amount(page)).toBeFocused()

    await page.goto(`/pagamentos/novo?memberId=${child._id},${mother._id}`)
    await expect(amount(page)).toHaveValue('48,00')
    const payer = page.getByRole('combobox', { name: 'Quem paga' })
    await expect(payer).toHaveValue('Rui Calheiros')
    await payer.click()
    await page.getByRole('option', { name: 'Eugénia Calheiros' }).click()
    await amount(page).fill('50')
    await page.keyboard.press('Control+Enter')
    await expect(registered(page)).toContainText('Eugénia Calheiros')
    await expect(page).toHaveURL('/pagamentos/novo')
    expect(await balanceOf(api, mother)).toEqual({ balance: 0, credit: 2 })
    expect(await balanceOf(api, child)).toEqual({ balance: 0, credit: 0 })
  })

  await test.step('a new charge is created and paid with the payment, and cancelled with it', async () => {
    const person = await addDebtor(api, 'Delfim Carneiro', [thisYear - 1])
    await choosePayer(page, person)
    const own = page.getByRole('region', { name: 'Delfim Carneiro' })
    const line = page.getByRole('form', { name: 'Acrescentar linha' })
    const addLine = async (what: string, description: string, euros: string) => {
      await own.getByRole('button', { name: 'Acrescentar linha' }).press('Enter')
      await choose(page, 'O quê', what)
      await field(line, 'Descrição').fill(description)
      await field(line, 'Valor').fill(euros)
      await field(line, 'Valor').press('Enter')
      await expect(line).toHaveCount(0)
    }
    await own.getByRole('button', { name: 'Acrescentar linha' }).press('Enter')
    await choose(page, 'O quê', 'Donativo')
    await field(line, 'Valor').press('Enter')
    await expect(field(line, 'Valor')).toHaveAccessibleDescription(/./)
    await field(line, 'Valor').press('Escape')
    await expect(line).toHaveCount(0)
    await expect(own, 'Escape leaves the line alone').toBeVisible()

    await addLine('Donativo', 'Para as obras', '10')
    await expect(amount(page)).toHaveValue('34,00')
    await expect(amount(page)).toBeFocused()
    await addLine('Atividade', 'Passeio', '7,50')
    await expect(amount(page)).toHaveValue('41,50')
    await own.getByRole('button', { name: 'Retirar Passeio' }).click()
    await expect(amount(page)).toHaveValue('34,00')
    await expect(settled(page)).toContainText(/Para as obras\s*10,00\s€/)
    await expect(settled(page)).toContainText(/Fica em dívida\s*0,00\s€/)
    await page.keyboard.press('Control+Enter')
    await expect(registered(page)).toContainText('Delfim Carneiro')
    const [payment] = await paymentsOf(api, person)
    expect(payment?.items.map(({ description, amount: paid }) => [description, paid]).toSorted()).toEqual([
      ['Para as obras', 10],
      [`Quota ${thisYear - 1}`, 24],
    ])
    await api.post(`/api/payments/${payment?._id}/cancel`, { data: { reason: 'Engano' } })
    expect(await balanceOf(api, person)).toEqual({ balance: 24, credit: 0 })
  })

  await test.step('a member with an agreement can pay the next instalment alone', async () => {
    const person = await addDebtor(api, 'Libânia Prestes', [thisYear - 2, thisYear - 1])
    const agreement = { memberId: person._id, instalments: 3, firstDate: today() }
    await answerOf(await api.post('/api/payment_agreements', { data: agreement }))
    await choosePayer(page, person)
    await page.getByRole('button', { name: 'Pagar a próxima prestação' }).click()
    await expect(amount(page)).toHaveValue('16,00')
    await register(page).click()
    await expect(registered(page)).toContainText('Libânia Prestes')
    expect(await balanceOf(api, person)).toEqual({ balance: 32, credit: 0 })
  })
})

test('invalid values are refused, unlikely ones are confirmed', async ({ page, api, problems }) => {
  await test.step('invalid values show errors at their fields, and nothing is registered', async () => {
    problems.expect(/status of 422/)
    await api.post('/api/treasury_closing', { data: { closedUntil: `${thisYear - 1}-12-31` } })
    const person = await addDebtor(api, 'Silvério Pacheco', [thisYear - 1])
    await page.goto('/pagamentos/novo')
    await expect(search(page)).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(search(page)).toHaveAccessibleDescription(/./)
    await choosePayer(page, person)
    for (const typed of ['0', '-5', '10,005', 'dez']) {
      await amount(page).fill(typed)
      await page.keyboard.press('Control+Enter')
      await expect(amount(page), typed).toHaveAccessibleDescription(/./)
      await expect(amount(page)).toBeFocused()
    }
    await amount(page).fill('24')
    await field(page, 'Data').fill(`31/12/${thisYear - 1}`)
    await page.keyboard.press('Control+Enter')
    await expect(field(page, 'Data')).toHaveAccessibleDescription(/contas estão fechadas até/)
    await expect(amount(page)).not.toHaveAccessibleDescription(/./)
    expect(await paymentsOf(api, person)).toEqual([])
    await api.post('/api/treasury_closing', { data: { closedUntil: null, reason: 'Fim do ensaio' } })

    // Leaving by accident asks first.
    await page.getByRole('link', { name: 'Sócios', exact: true }).first().click()
    const question = page.getByRole('dialog', { name: 'Sair sem guardar?' })
    await question.getByRole('button', { name: 'Continuar a editar' }).click()
    await expect(amount(page)).toHaveValue(/24/)
  })

  await test.step('unlikely values show warnings while typing, and the button stays visible', async () => {
    const person = await addDebtor(api, 'Januário Mota', [thisYear - 2, thisYear - 1])
    await page.setViewportSize({ width: 1024, height: 560 })
    await page.goto('/pagamentos/novo')
    await choosePayer(page, person)
    await expect(register(page)).toBeInViewport({ ratio: 1 })
    await field(page, 'Data').fill('ontem')
    await expect(field(page, 'Data')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'Data').fill(`01/02/${thisYear + 1}`)
    await expect(field(page, 'Data')).toHaveAccessibleDescription(/posterior a hoje/)
    await field(page, 'Data').fill(`31/12/${thisYear - 1}`)
    await expect(field(page, 'Data')).not.toHaveAttribute('aria-invalid', 'true')
    await amount(page).fill('96')
    await expect(amount(page)).not.toHaveAccessibleDescription(/Confirme/)
    await amount(page).fill('480')
    await expect(amount(page)).toHaveAccessibleDescription(
      /A dívida é de 48,00\s€: 432,00\s€ ficam como crédito\. Confirme o valor\./,
    )
    expect(await paymentsOf(api, person)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(registered(page)).toContainText('Januário Mota')
    await expect(search(page), 'the form is ready for the next payment').toBeFocused()
    // Without retry: a toast would disappear meanwhile.
    expect(await toasts(page).textContent(), 'nothing covers the form').toBe('')
    const [payment] = await paymentsOf(api, person)
    await visit(page, '/socios')
    await page.goto('/pagamentos/novo')
    await expect(field(page, 'Data')).toHaveValue(`31/12/${thisYear - 1}`)

    await page.setViewportSize({ width: 1280, height: 800 })
    await registered(page)
      .getByRole('link', { name: `Anular ${payment?.receiptNumber}` })
      .click()
    const dialog = page.getByRole('dialog', { name: `Anular o recibo ${payment?.receiptNumber}` })
    await field(dialog, 'Motivo').fill('Engano')
    await dialog.getByRole('button', { name: 'Anular' }).click()
    await expect(page.getByText('O crédito foi anulado com o pagamento.')).toBeVisible()
    await expect(page.getByText('Ainda não foi usado.')).toHaveCount(0)
    await page.getByRole('link', { name: 'Confirmar que este documento é válido' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('O documento foi anulado')
    await visit(page, '/pagamentos?pesquisa=januário')
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: 'Januário Mota' })
        .getByText(/^480,00\s€$/),
    ).toHaveCSS('text-decoration-line', 'line-through')
  })

  await test.step('a confirmed date stays confirmed for the next payment', async () => {
    const [one, other] = [
      await addDebtor(api, 'Zita Longe', [2010]),
      await addDebtor(api, 'Abel Longe', [2010]),
    ]
    await visit(page, '/pagamentos/novo')
    await choosePayer(page, one)
    const confirmed = page.getByRole('checkbox', { name: 'Confirmo que a data está certa' })
    await field(page, 'Data').fill('05/06/2011')
    await expect(field(page, 'Data')).toHaveAccessibleDescription(/confirme que está certa/)
    await confirmed.check()
    await expect(field(page, 'Data')).not.toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('radio', { name: 'Transferência' }).check({ force: true })
    await page.keyboard.press('Control+Enter')
    await expect(registered(page)).toContainText('Zita Longe')
    await visit(page, '/socios')
    await page.goto('/pagamentos/novo')
    await choosePayer(page, other)
    await expect(field(page, 'Data')).toHaveValue('05/06/2011')
    await expect(page.getByRole('radio', { name: 'Transferência' })).toBeChecked()
    await expect(confirmed).toBeChecked()
    await page.keyboard.press('Control+Enter')
    await expect(registered(page)).toContainText('Abel Longe')
    await choosePayer(page, one)
    await field(page, 'Data').fill('06/06/2011')
    await expect(confirmed, 'another date is another question').not.toBeChecked()
  })
})

test('on a phone with large text, the button stays visible beside many debts', async ({ page, api }) => {
  const years = Array.from({ length: 14 }, (_, index) => thisYear - 14 + index)
  const person = await addDebtor(api, 'Feliciana Longa', years)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('fontSize', '19'))
  const pageOfPerson = `/socios/${person._id}`
  for (const place of ['/pagamentos/novo', pageOfPerson]) {
    await page.goto(place)
    if (place === pageOfPerson) await page.getByRole('button', { name: 'Registar pagamento' }).click()
    else await choosePayer(page, person)
    await expect(amount(page)).toHaveValue('336,00')
    await expect(amount(page)).toBeFocused()
    const debt = (year: number) => page.getByRole('checkbox', { name: new RegExp(`Quota ${year}`) })
    await debt(thisYear - 14).scrollIntoViewIfNeeded()
    await expect(register(page)).toBeInViewport({ ratio: 1 })
    await debt(thisYear - 1).scrollIntoViewIfNeeded()
    await expect(register(page)).toBeInViewport({ ratio: 1 })
    await field(page, 'Data').scrollIntoViewIfNeeded()
    await expect(register(page)).toBeInViewport({ ratio: 1 })
  }
})

test('a payment is registered once after a double submit, a lost response and a lost connection', async ({
  page,
  api,
  problems,
}) => {
  await test.step('submitting twice, or retrying after a lost response, registers one payment', async () => {
    problems.expect(/ERR_FAILED|status of 503/)
    const person = await addDebtor(api, 'Quitéria Bastos', [thisYear - 2, thisYear - 1])
    await page.goto('/pagamentos/novo')
    await choosePayer(page, person)
    await amount(page).fill('24')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('1 registado nesta sessão')).toBeVisible()
    expect(await paymentsOf(api, person)).toHaveLength(1)

    // The server registers the payment, but the response is lost.
    let lost = 0
    await page.route('**/api/payments', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.fallback()
      lost += 1
      await route.fetch()
      await route.fulfill({ status: 500, json: { message: 'A resposta perdeu-se.' } })
      return undefined
    })
    problems.expect(/status of 500/)
    await choosePayer(page, person)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/Não se sabe se ficou registado/)).toBeVisible()
    // The update of the balance does not change the request that is retried.
    await expect.poll(async () => (await balanceOf(api, person)).balance).toBe(0)
    await expect(amount(page)).toHaveValue('24,00')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('2 registados nesta sessão')).toBeVisible()
    expect(await paymentsOf(api, person)).toHaveLength(2)
    expect(await balanceOf(api, person)).toEqual({ balance: 0, credit: 0 })
  })

  await test.step('a payment in progress when the connection was lost is restored, and registered once', async () => {
    problems.expect(/ERR_FAILED|ERR_CONNECTION/)
    const person = await addDebtor(api, 'Eleutério Pinho', [thisYear - 1])
    await choosePayer(page, person)
    let lost = 0
    await page.route('**/api/payments', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.fallback()
      lost += 1
      await route.fetch()
      await route.abort()
      return undefined
    })
    // When the connection is back, the page reloads by itself.
    const loaded = page.waitForEvent('load')
    await expect(amount(page)).toHaveValue('24,00')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => lost, 'requests that were lost').toBe(1)
    await expect(page.getByRole('alert').getByText('Perdido o contacto com o servidor')).toBeVisible()
    await loaded
    await expect(page.getByText(/Não se sabe se ficou registado/)).toBeVisible()
    await expect(page.getByRole('region', { name: person.name, exact: true })).toBeVisible()
    await expect(amount(page)).toHaveValue('24,00')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('3 registados nesta sessão')).toBeVisible()
    expect(await paymentsOf(api, person)).toHaveLength(1)
    expect(await balanceOf(api, person)).toEqual({ balance: 0, credit: 0 })
    await page.reload()
    await expect(search(page)).toBeFocused()
  })
})

test('the verification of a receipt is green, and red once cancelled, with the date on one line', async ({
  page,
  api,
}) => {
  const person = await addDebtor(api, 'Salvador Vilhena', [thisYear - 1])
  const data = { memberId: person._id, date: `${thisYear}-01-01`, amount: 24, method: 'cash' }
  const { _id } = await answerOf<Payment>(await api.post('/api/payments', { data }))
  const { receipt } = await answerOf<{ receipt: { checkUrl: string } }>(
    await api.get(`/api/payments/${_id}/receipt`),
  )
  const [red, green] = [0, 1]
  /** The strongest colour channel of the icon, in each scheme. */
  const hues = async (words: string) => {
    const icon = page.getByRole('main').locator('[data-tone]')
    const found: number[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
      const colour = await icon.evaluate((element) => getComputedStyle(element).color)
      const channels =
        colour
          .match(/[\d.]+/g)
          ?.slice(0, 2)
          .map(Number) ?? []
      found.push(channels.indexOf(Math.max(...channels)))
    }
    return found
  }
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(new URL(receipt.checkUrl).pathname)
  expect(await hues('O documento é válido')).toEqual([green, green])
  const date = page.getByText(`1 de janeiro de ${thisYear}`, { exact: true })
  await expect(date).toBeVisible()
  expect(await date.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  await answerOf(await api.post(`/api/payments/${_id}/cancel`, { data: { reason: 'Engano' } }))
  await page.reload()
  expect(await hues('O documento foi anulado')).toEqual([red, red])
})
