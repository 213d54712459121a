import { addMember, answerOf, expect, ownOrganisation, test, today, useServer, visit } from '../fixtures.ts'
import { choose, field, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

const people = ['Custódia Varela', 'Domingos Sarmento', 'Eugénia Bastos'] as const

test('members are assigned to a collector, a round is made, printed, marked on a phone with a bad network, and settled', async ({
  page,
  api,
  problems,
}) => {
  await answerOf(
    await api.post('/api/treasury_setup', {
      data: { accounts: [{ name: 'Caixa', kind: 'cash', openingDate: today(), openingBalance: 0 }] },
    }),
  )
  for (const [index, name] of people.entries()) {
    const { _id: memberId } = await addMember(api, {
      name,
      address: `Rua do Sol, ${index + 1}`,
      postalCode: '4050-262',
      city: 'Porto',
      mobile: '+351912345678',
    })
    const charge = { memberId, type: 'other', description: 'Cota', amount: 24, dueDate: today() }
    await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
  }
  const { _id: collectorId } = await answerOf<{ _id: string }>(
    await api.post('/api/collectors', {
      data: { name: 'Bento Luz', commissionRate: 10, amountPerReceipt: 0 },
    }),
  )

  await test.step('a selection of the list of members is assigned', async () => {
    await page.goto('/socios')
    for (const name of people)
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
    const chosen = page.getByRole('region', { name: 'Linhas selecionadas' })
    await chosen.getByRole('button', { name: 'Mais' }).click()
    await page.getByRole('button', { name: 'Atribuir cobrador' }).click()
    await choose(page.getByRole('dialog'), 'Cobrador', 'Bento Luz')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Atribuir cobrador' }).click()
    await expect(page.getByRole('dialog')).toContainText('3 de 3')
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click()
  })

  await test.step('the preview says what the round takes', async () => {
    await visit(page, `/rondas/nova?cobrador=${collectorId}`)
    await expect(page.getByLabel('Previsão')).toContainText(/72,00\s€/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Criar ronda com 3 visitas' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Criar ronda com 3 visitas' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ronda \d{4}\/00001$/)
    await expect(page.getByRole('link', { name: people[0] })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the list by route is a document', async () => {
    const drawn = page
      .context()
      .waitForEvent('response', (answer) => answer.url().includes('/round_documents/'))
    await page.getByRole('button', { name: 'Lista', exact: true }).click()
    expect((await drawn).status()).toBe(200)
    await page.getByRole('button', { name: 'Entregar ao cobrador' }).click()
    await expect(page.getByText('Na rua')).toBeVisible()
  })

  await test.step('a phone marks visits, also without a network', async () => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket/)
    await page.getByRole('link', { name: 'Percurso' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    const card = (name: string) => page.getByRole('listitem', { name })
    await card(people[0])
      .getByRole('button', { name: /^Pagou 24,00/ })
      .click()
    await expect(card(people[0])).toContainText('Pagou')
    await expect(card(people[0]).getByText('Por enviar')).toHaveCount(0)
    await expectAccessible(page)
    await page.context().setOffline(true)
    await card(people[1]).getByRole('button', { name: 'Ausente' }).click()
    await expect(page.getByText('1 marca por enviar.')).toBeVisible()
    await expectAccessible(page)
    await card(people[2]).getByRole('button', { name: 'Outro valor ou nota' }).click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Valor').fill('10')
    await field(dialog, 'Nota').fill('O resto para o mês')
    await dialog.getByRole('button', { name: 'Marcar' }).click()
    await expect(card(people[2])).toContainText(/10,00\s€/)
    await expect(page.getByText('2 marcas por enviar.')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('2 marcas por enviar.')).toBeHidden()
    await page.getByRole('button', { name: /^Pago 2/ }).click()
    await expect(page.getByRole('listitem', { name: people[1] })).toHaveCount(0)
  })

  await test.step('the settlement makes the receipts, and pays the commission', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    const [round] = await answerOf<{ _id: string }[]>(await api.get('/api/rounds'))
    await visit(page, `/rondas/${round?._id}`)
    await page.getByRole('button', { name: 'Prestar contas' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('dl')).toContainText(/3,40\s€/)
    await field(dialog, 'Dinheiro entregue').fill('33')
    await expect(dialog.locator('dl')).toContainText(/[-−]1,00\s€/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Prestar contas' }).click()
    await expect(dialog.getByText('explique a diferença')).toBeVisible()
    await field(dialog, 'Razão da diferença').fill('Uma moeda perdida')
    await dialog.getByLabel('Pagar já a comissão, em numerário').check()
    await dialog.getByRole('button', { name: 'Prestar contas' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Prestada')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Contas', exact: true })).toBeVisible()
    await expectAccessible(page)
    const payments = await answerOf<{ amount: number; receivedBy: string }[]>(
      await api.get('/api/payments?_sort=amount'),
    )
    expect(payments.map(({ amount, receivedBy }) => [amount, receivedBy])).toEqual([
      [10, 'Bento Luz'],
      [24, 'Bento Luz'],
    ])
  })

  await test.step('the cash sheet expects what is in the box', async () => {
    await visit(page, '/folhaDeCaixa')
    await expect(page.getByLabel('Contagem do numerário').first()).toContainText(
      /Saído em numerário\s*3,40\s€/,
    )
    await field(page, 'Contado').fill('30,60')
    await page.getByRole('button', { name: 'Fechar a caixa' }).click()
    await expect(toasts(page)).toContainText('fechada')
  })
})
