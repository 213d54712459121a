import type { APIRequestContext } from '@playwright/test'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { spawnGatewaySimulator, type GatewaySimulator } from '../server/testing/gateway-simulator.ts'
import { addMember, answerOf, expect, ownOrganisation, test, today, useServer, visit } from './fixtures.ts'
import { field, toasts } from './page-parts.ts'
import { expectAccessible } from './violations.ts'

const env: Record<string, string> = { ...ownOrganisation }
let simulator: GatewaySimulator
test.beforeAll(async () => {
  simulator = await spawnGatewaySimulator()
  env['GATEWAY_URL'] = simulator.origin
})
useServer({ env })
test.afterAll(() => simulator.stop())
test.use({ as: 'admin' })

async function choose(api: APIRequestContext, url: string, automated: boolean): Promise<void> {
  await simulator.act('program', { url })
  for (const [name, value] of Object.entries({
    ...simulatedGateways.ifthenpay,
    automatedMemberPayments: String(automated),
  }))
    await answerOf(await api.patch(`/api/settings/${name}`, { data: { value } }))
}

async function addDebtor(api: APIRequestContext, name: string) {
  const member = await addMember(api, { name })
  const data = { memberId: member._id, type: 'other', description: 'Excursão', amount: 24, dueDate: today() }
  return {
    ...member,
    charge: await answerOf<{ _id: string }>(await api.post('/api/unsettled_payments', { data })),
  }
}

test('a debt is paid by a reference and by MB WAY, beside the simulator', async ({
  page,
  api,
  server,
  openPage,
  problems,
}) => {
  await choose(api, server.url, true)

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
    const [order] = await simulator.orders()
    await simulator.act(`pay/${String(order?.reference)}`)
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
    await expect.poll(async () => (await simulator.orders()).at(-1)?.state).toBe('pending')
    await simulator.act(`pay/${String((await simulator.orders()).at(-1)?.id)}`)
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

test('payments that wait for a person are confirmed together, and matched by hand', async ({
  page,
  api,
  server,
}) => {
  await choose(api, server.url, false)
  const known = await addDebtor(api, 'Carla Dias')
  const data = { memberId: known._id, chargeIds: [known.charge._id] }
  await answerOf(await api.post('/api/payment_intents', { data }))
  await expect
    .poll(async () => (await simulator.orders()).some(({ state }) => state === 'pending'))
    .toBe(true)
  const order = (await simulator.orders()).findLast(({ state }) => state === 'pending')
  await simulator.act(`pay/${String(order?.reference)}`)
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
    await page.getByRole('button', { name: 'Registar os pagamentos' }).click()
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
    await expect(page.getByText('Registado')).toBeVisible()
    const member = await answerOf<{ balance: number }>(await api.get(`/api/members/${other._id}`))
    expect(member.balance).toBe(14)
    await visit(page, '/pedidosDePagamento')
    await expect(page.getByRole('row').filter({ hasText: 'Carla Dias' })).toContainText('Pago')
    await expectAccessible(page)
  })
})
