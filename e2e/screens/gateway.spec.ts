import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { answerOf, expect, test, visit } from '../fixtures.ts'
import { field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'
import { addDebtor, chooseGateway, useServerWithGateway } from '../gateway.ts'

const simulator = useServerWithGateway()
test.use({ as: 'admin' })

test('payments that wait for a person are confirmed together, and matched by hand', async ({
  page,
  api,
  server,
}) => {
  await chooseGateway(api, simulator(), { url: server.url, automated: false })
  const known = await addDebtor(api, 'Carla Dias')
  const data = { memberId: known._id, chargeIds: [known.charge._id] }
  await answerOf(await api.post('/api/payment_intents', { data }))
  await expect
    .poll(async () => (await simulator().orders()).some(({ state }) => state === 'pending'))
    .toBe(true)
  const order = (await simulator().orders()).findLast(({ state }) => state === 'pending')
  await simulator().act(`pay/${String(order?.reference)}`)
  const unknown = {
    apk: simulatedGateways.ifthenpay.ifthenpayCallbackKey,
    pm: 'MB',
    ref: '999999999',
    ent: '99999',
  }
  const query = new URLSearchParams({ ...unknown, tid: 'de-ninguem', val: '10.00' })
  expect((await api.get(`/api/pagamentos/ifthenpay?${query.toString()}`)).status()).toBe(400)
  const other = await addDebtor(api, 'Duarte Sá')

  await page.goto('/recebimentos')
  const rows = page.getByRole('row')
  await test.step('one or all that are known are registered', async () => {
    await expect(rows.filter({ hasText: 'Por confirmar' })).toContainText('Carla Dias')
    await expectAccessible(page)
    await rows.filter({ hasText: 'Carla Dias' }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Registar o pagamento' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Registar/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click()
    await expect(rows.filter({ hasText: 'Carla Dias' })).toContainText('Registado')
  })

  await test.step('one of nobody known is matched to a member', async () => {
    await rows.filter({ hasText: 'Por conciliar' }).getByRole('link').first().click()
    await expect(page.getByRole('button', { name: 'Conciliar' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Conciliar' }).click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Sócio').fill('Duarte')
    await dialog.getByRole('option', { name: /Duarte Sá/ }).click()
    await dialog.getByRole('button', { name: 'Conciliar' }).click()
    await expect(page.getByText('Registado', { exact: true })).toBeVisible()
    const member = await answerOf<{ balance: number }>(await api.get(`/api/members/${other._id}`))
    expect(member.balance).toBe(14)
    await visit(page, '/pedidosDePagamento')
    await expect(page.getByRole('row').filter({ hasText: 'Carla Dias' })).toContainText('Pago')
    await expectAccessible(page)
  })
})
