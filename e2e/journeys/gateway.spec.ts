import { answerOf, expect, test, visit } from '../fixtures.ts'
import { field, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'
import { addDebtor, chooseGateway, useServerWithGateway } from '../gateway.ts'

const simulator = useServerWithGateway()
test.use({ as: 'admin' })

test('a debt is paid by a reference and by MB WAY, beside the simulator', async ({
  page,
  api,
  server,
  openPage,
  problems,
}) => {
  await chooseGateway(api, simulator(), { url: server.url, automated: true })

  await test.step('the settings say whether the keys are right', async () => {
    await page.goto('/configuracaoSocios?separador=pagamentos')
    await page.getByRole('button', { name: 'Experimentar' }).click()
    await expect(page.getByText('A ligação a ifthenpay está certa.')).toBeVisible()
    await page.getByRole('button', { name: 'Ativar os avisos' }).click()
    await expect(toasts(page)).toContainText('Avisos ativados.')
    await expectAccessible(page)
  })

  const byReference = await addDebtor(api, 'Ana Melo')
  await test.step('the staff asks for a reference, and the page of debts turns to paid by itself', async () => {
    await visit(page, `/dividas/${byReference._id}`)
    await page.getByRole('button', { name: 'Aviso de pagamento' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Obter referência' }).click()
    await expect(dialog.getByText('99999')).toBeVisible()
    await expect(dialog.getByText('Válida até')).toBeVisible()
    await expectAccessible(page)
    const [order] = await simulator().orders()
    await simulator().act(`pay/${String(order?.reference)}`)
    await expect(page.getByText('Nada em dívida')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  const byPhone = await addDebtor(api, 'Bruno Reis')
  await test.step('who has the link asks a phone, sees the time left, and then that it is paid', async () => {
    const advice = await answerOf<{ publicId: string }>(
      await api.get(`/api/payment_advice?memberId=${byPhone._id}&chargeIds=${byPhone.charge._id}`),
    )
    const visitor = await openPage(undefined)
    await visitor.goto(`/informacaoDePagamento/${advice.publicId}`)
    problems.expect(/status of 422 .*mbway/)
    await field(visitor, 'Telemóvel').fill('212 345 678')
    await visitor.getByRole('button', { name: 'Pedir pagamento' }).click()
    await expect(visitor.getByText('Indique um telemóvel português')).toBeVisible()
    // A phone that does not answer by itself.
    await field(visitor, 'Telemóvel').fill('912 345 678')
    await visitor.getByRole('button', { name: 'Pedir pagamento' }).click()
    await expect(visitor.getByRole('timer')).toHaveText(/^[34]:\d\d$/)
    await expectAccessible(visitor)
    await expect.poll(async () => (await simulator().orders()).at(-1)?.state).toBe('pending')
    await simulator().act(`pay/${String((await simulator().orders()).at(-1)?.id)}`)
    await expect(visitor.getByRole('heading', { name: 'Nada por pagar' })).toBeVisible()
    await visitor.close()
  })

  await test.step('each is a payment with its receipt', async () => {
    await visit(page, '/pagamentos')
    const rows = page.getByRole('row').filter({ hasText: /Q\// })
    await expect(rows.filter({ hasText: 'Ana Melo' })).toContainText('Multibanco')
    await expect(rows.filter({ hasText: 'Bruno Reis' })).toContainText('MB WAY')
  })
})
