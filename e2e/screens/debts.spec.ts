import type { APIRequestContext } from '@playwright/test'
import { isOfflineReference } from '@agremia/resources/rules/multibanco.ts'
import { readPdf } from '../../server/testing/read-pdf.ts'
import { decoded } from '../../server/testing/test-mail-server.ts'
import {
  addMember,
  answerOf,
  expect,
  switchSending,
  test,
  thisYear,
  today,
  type Locator,
  type Member,
  type Page,
  useServerWithMail,
  visit,
} from '../fixtures.ts'
import { choose, field, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'
import { type Charge, addDebtor, charge, notify, excursion } from '../debts.ts'

const mail = useServerWithMail()
test.use({ as: 'admin' })

async function takeMultibanco(api: APIRequestContext): Promise<void> {
  for (const [name, value] of Object.entries({ multibancoSubEntity: '123', multibancoEntity: '12345' }))
    await answerOf(await api.patch(`/api/settings/${name}`, { data: { value } }))
}

const quota = (year: number) => `Quota ${year}`
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** The sum of the ticked debts, or of all. */
const sum = (page: Page) => page.getByRole('status').filter({ hasText: '€' })

test('debts are listed with their sum, waived in bulk, paid, and grouped by member', async ({
  page,
  api,
  database,
}) => {
  await test.step('debts are listed with their sum, filtered by the address, and waived in bulk', async () => {
    const { _id } = await addDebtor(api, { name: 'Ana Sousa Melo' })
    await addDebtor(api, { name: 'Bruno Melo' })
    await charge(api, _id, { description: 'Seguro', amount: 7.5, dueDate: `${thisYear + 1}-01-31` })
    const { rows } = await database.pool.query<{ sum: string }>(
      `SELECT to_char(sum(open_amount) / 100.0, 'FM999990D00') AS sum FROM unsettled_payments`,
    )
    await page.goto('/socios')
    await page.getByRole('navigation').getByRole('button', { name: 'Pagamentos' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Dívidas' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dívidas' })).toBeVisible()
    await expect(page.getByRole('row', { name: 'Total' })).toContainText(rows[0]!.sum.replace('.', ','))
    await expect(rowOf(page, 'Seguro')).toContainText(`31/01/${thisYear + 1}`)
    await expect(rowOf(page, 'Seguro')).not.toContainText('dentro de')
    await expect(rowOf(page, quota(thisYear - 2)).first()).toContainText(/há \d ano/)
    await expect(
      rowOf(page, 'Bruno Melo')
        .getByRole('img', { name: /^Quotas: .*em dívida/ })
        .first(),
    ).toBeVisible()

    await page.getByRole('button', { name: 'Vencimento', exact: true }).first().click()
    await page.getByRole('button', { name: 'Vencidas há mais de 1 ano' }).click()
    await expect(page).toHaveURL(/dueDate_to=/)
    await expect(page.getByText('Vencimento: vencidas há mais de 1 ano')).toBeVisible()
    await expect(rowOf(page, 'Seguro')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('bruno')
    await expect(rowOf(page, 'Ana Sousa Melo')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('bruno')
    await expect(rowOf(page, 'Bruno Melo').first()).toBeVisible()

    await visit(page, '/dividas?pesquisa=bruno')
    await expect(page.getByRole('row', { name: 'Total' })).toContainText('58,00')
    await page.getByRole('checkbox', { name: `Selecionar ${quota(thisYear - 2)}` }).click()
    await page.getByRole('checkbox', { name: `Selecionar ${quota(thisYear - 1)}` }).click()
    const bar = page.getByRole('region', { name: 'Linhas selecionadas' })
    await expect.poll(async () => (await bar.boundingBox())?.height, 'one line').toBeLessThan(60)
    await bar.getByRole('button', { name: 'Mais' }).click()
    await page.getByRole('dialog', { name: 'Mais ações' }).getByRole('button', { name: 'Isentar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Isentar 2 dívidas' })
    await expect(dialog).toContainText('Deixam de ser devidas')
    await expect(dialog).toContainText(/2 dívidas: 48,00\s€ deixam de ser devidos\./)
    await field(dialog, 'Motivo').fill('Deliberação da Direção')
    await dialog.getByRole('button', { name: 'Isentar' }).click()
    await expect(dialog).toContainText('2 de 2 feitas')
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(page.getByRole('row', { name: 'Total' })).toContainText('10,00')
    const waived = await answerOf<Charge[]>(await api.get('/api/unsettled_payments?_status=exempt'))
    expect(waived.map(({ description }) => description).toSorted()).toEqual([
      quota(thisYear - 2),
      quota(thisYear - 1),
    ])

    await rowOf(page, excursion).click()
    await expect(page).toHaveURL(/\/dividas\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bruno Melo')

    await visit(page, '/dividas?todos=sim&status=exempt&pesquisa=bruno')
    await page.getByRole('checkbox', { name: `Selecionar ${quota(thisYear - 2)}` }).click()
    await page.getByRole('checkbox', { name: `Selecionar ${quota(thisYear - 1)}` }).click()
    await expect(page.getByRole('button', { name: 'Isentar' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Repor' }).click()
    const restoring = page.getByRole('dialog', { name: 'Repor 2 dívidas' })
    await expect(restoring).toContainText(/2 dívidas: 48,00\s€ voltam a ser devidos\./)
    await restoring.getByRole('button', { name: 'Repor' }).click()
    await expect(restoring).toContainText('2 de 2 feitas')
    await restoring.getByRole('button', { name: 'Fechar' }).last().click()
    expect(await answerOf<Charge[]>(await api.get('/api/unsettled_payments?_status=exempt'))).toEqual([])
  })

  await test.step('selected debts show their sum and open their payment; grouped, each member is one row', async () => {
    const one = await addDebtor(api, { name: 'Celestina Agrupada' })
    const grouped = await addDebtor(api, { name: 'Valdemar Agrupado' })
    await visit(page, '/dividas?pesquisa=agrupad')
    const boxes = (name: string) => rowOf(page, name).getByRole('checkbox')
    await expect(boxes('Celestina Agrupada').first()).toBeVisible()
    await boxes('Celestina Agrupada').first().check()
    await boxes('Celestina Agrupada').last().check()
    const bar = page.getByRole('region', { name: 'Linhas selecionadas' })
    await expect(bar).toContainText(/2 selecionadas · (48|34),00\s€/)
    await boxes('Valdemar Agrupado').first().check()
    await bar.getByRole('button', { name: 'Registar pagamento' }).click()
    await expect(page).toHaveURL(
      new RegExp(`/pagamentos/novo\\?memberId=[^&]*${grouped._id}[^&]*&chargeIds=`),
    )
    await expect(page.getByRole('combobox', { name: 'Quem paga' })).toBeVisible()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
    await page.goBack()
    await boxes('Celestina Agrupada').first().check()
    await boxes('Celestina Agrupada').last().check()
    await bar.getByRole('button', { name: 'Registar pagamento' }).click()
    await expect(page).toHaveURL(new RegExp(`/pagamentos/novo\\?memberId=${one._id}&chargeIds=`))
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)

    await visit(page, '/dividas?pesquisa=agrupad')
    await page.getByRole('link', { name: 'Por sócio' }).click()
    await expect(page).toHaveURL('/dividas/agrupadas?pesquisa=agrupad')
    await expect(rowOf(page, 'Celestina Agrupada')).toHaveCount(1)
    await rowOf(page, 'Valdemar Agrupado').getByRole('checkbox').check()
    await expect(bar).toContainText(/1 selecionada · 58,00\s€/)
    await rowOf(page, 'Valdemar Agrupado').click()
    await expect(page).toHaveURL(`/dividas/${grouped._id}`)
  })

  await test.step('at 1024 px amounts are visible', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    const { _id } = await addDebtor(api, {
      name: 'Maximiliana Constantina de Albuquerque e Vasconcelos Figueiredo-Montenegro',
    })
    const payment = { memberId: _id, date: today(), amount: 5, method: 'cash' }
    await answerOf(await api.post('/api/payments', { data: payment }))
    await visit(page, '/socios')
    for (const [path, column] of [
      ['/socios', 'Dívida'],
      ['/dividas', 'Em dívida'],
      ['/dividas/agrupadas', 'Em dívida'],
      ['/pagamentos', 'Valor'],
    ] as const) {
      await visit(page, path)
      const rightOf = async (what: Locator) => {
        const { x = 0, width = 0 } = (await what.boundingBox()) ?? {}
        return x + width
      }
      const head = page.getByRole('columnheader', { name: column, exact: true })
      await expect(head, path).toBeVisible()
      const frame = page.getByRole('grid').locator('..')
      await expect
        .poll(async () => (await rightOf(head)) - (await rightOf(frame)), path)
        .toBeLessThanOrEqual(1)
    }
  })

  await test.step('a long email address wraps within the window of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const email = `${'comprido'.repeat(7)}@exemplo.pt`
    const { _id } = await addDebtor(api, { name: 'Dinis Endereço Longo', email })
    const payment = { memberId: _id, date: today(), amount: 5, method: 'cash' }
    await answerOf(await api.post('/api/payments', { data: payment }))
    await expect
      .poll(async () => (await answerOf<object[]>(await api.get('/api/messages?_search=Longo'))).length)
      .toBe(1)
    const [message] = await answerOf<{ _id: string }[]>(await api.get('/api/messages?_search=Longo'))
    await visit(page, `/mensagens/${message?._id}`)
    const text = page.getByText(email).first()
    await expect(text).toBeVisible()
    const right = await text.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().right
    })
    expect(right).toBeLessThanOrEqual(390)
  })
})

test('debts of one member are cancelled, restored, added and paid by instalments', async ({ page, api }) => {
  await test.step('debts of one member are ticked by keyboard, summed, cancelled, restored and added', async () => {
    const { _id, memberNumber } = await addDebtor(api, { name: 'Carla Pires Nóbrega' })
    await page.goto(`/dividas/${_id}`)
    await expect(page.getByText(`Sócio n.º\u00A0${memberNumber}`)).toBeVisible()
    await expect(sum(page)).toContainText('58,00 €')
    await page.getByRole('checkbox', { name: `Selecionar ${quota(thisYear - 2)}` }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(sum(page)).toContainText('2 dívidas selecionadas')
    await expect(sum(page)).toContainText('48,00 €')
    const payment = page.getByRole('link', { name: 'Registar pagamento' })
    expect(decodeURIComponent((await payment.getAttribute('href')) ?? '')).toMatch(
      new RegExp(`^/pagamentos/novo\\?memberId=${_id}&chargeIds=[0-9a-f-]{36},[0-9a-f-]{36}$`),
    )
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Anular', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Anular 2 dívidas' })
    await field(dialog, 'Motivo').fill('Lançadas por engano')
    await dialog.getByRole('button', { name: 'Anular' }).click()
    await expect(dialog).toContainText('2 de 2 feitas')
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(sum(page)).toContainText('10,00 €')
    await page.getByText('2 anuladas ou isentas').click()
    await expect(page.getByText('Lançadas por engano').first()).toBeVisible()
    await page.getByRole('button', { name: `Repor ${quota(thisYear - 1)}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Repor' }).click()
    await expect(toasts(page)).toContainText('A dívida volta a ser devida.')
    await expect(sum(page)).toContainText('34,00 €')

    await page.getByRole('button', { name: 'Nova dívida' }).click()
    const added = page.getByRole('dialog', { name: 'Nova dívida' })
    await choose(added, 'Tipo', 'Atividade')
    await field(added, 'Descrição').fill('Aulas de natação')
    await field(added, 'Valor').fill('12,5')
    await added.getByRole('button', { name: 'Guardar' }).click()
    await expect(sum(page)).toContainText('46,50 €')
  })

  await test.step('a payment agreement follows its preview, and settles the debt', async () => {
    const { _id } = await addDebtor(api, { name: 'Dinis Faria' })
    await visit(page, `/dividas/${_id}`)
    await page.getByRole('button', { name: 'Pagar a prestações' }).click()
    const dialog = page.getByRole('dialog', { name: 'Acordo de pagamento a prestações' })
    await field(dialog, 'Prestações').fill('4')
    await field(dialog, 'Primeira prestação').fill(`31/01/${thisYear + 1}`)
    await expect(
      dialog.getByRole('row').filter({ hasText: new RegExp(`2[89] de fevereiro de ${thisYear + 1}`) }),
    ).toContainText('14,50')
    await dialog.getByRole('button', { name: 'Registar o acordo' }).click()
    const card = page.getByRole('region', { name: 'Acordo de pagamento', exact: true })
    await expect(card).toContainText('Em curso')
    await expect(card).toContainText('1.ª prestação: 14,50 €')
    await expect(page.getByRole('button', { name: 'Pagar a prestações' })).toHaveCount(0)
    const date = today()
    await answerOf(
      await api.post('/api/payments', { data: { memberId: _id, date, amount: 20, method: 'cash' } }),
    )
    await expect(card).toContainText('faltam 38,00 € de 58,00 €')
    await expect(card.getByText('paga', { exact: true })).toHaveCount(1)
    await expect(card).toContainText('pago 5,50 €')
    await expectAccessible(page)

    await card.getByRole('button', { name: 'Terminar o acordo' }).click()
    const ending = page.getByRole('dialog', { name: 'Terminar o acordo' })
    await field(ending, 'Motivo').fill('A pedido do sócio')
    await ending.getByRole('button', { name: 'Terminar o acordo' }).click()
    await expect(card).toContainText('Terminado')
    await answerOf(
      await api.post('/api/payments', { data: { memberId: _id, date, amount: 38, method: 'cash' } }),
    )
    await expect(page.getByRole('heading', { name: 'Nada em dívida' })).toBeVisible()
    await expect(page.getByText(/O último pagamento foi de 38,00\s€/)).toBeVisible()
  })

  await test.step('a debt with payments cannot be waived', async () => {
    const { _id } = await addDebtor(api, { name: 'Gaspar Meio Pago' })
    const payment = { memberId: _id, date: today(), amount: 5, method: 'cash' }
    await answerOf(await api.post('/api/payments', { data: payment }))
    await visit(page, `/dividas/${_id}`)
    await page.getByRole('button', { name: `Ações de ${quota(thisYear - 2)}` }).click()
    await page.getByRole('menuitem', { name: 'Isentar' }).click()
    const dialog = page.getByRole('dialog', { name: `Isentar ${quota(thisYear - 2)}` })
    await expect(dialog).toContainText('Não muda: já tem pagamentos')
    await expect(dialog).not.toContainText('Deixa de ser devida')
    await expect(dialog.getByLabel('Motivo')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Isentar' })).toHaveCount(0)
  })
})

test('a payment advice has a valid reference, and the next instalment of an agreement', async ({
  page,
  api,
}) => {
  await test.step('a payment advice of ticked debts has a valid reference, and is sent by email', async () => {
    await takeMultibanco(api)
    const { _id } = await addDebtor(api, { name: 'Elsa Vidal', email: 'elsa@exemplo.pt' })
    await page.goto(`/dividas/${_id}`)
    await page.getByRole('checkbox', { name: `Selecionar ${quota(thisYear - 1)}` }).click()
    await page.getByRole('checkbox', { name: `Selecionar ${excursion}` }).click()
    await page.getByRole('button', { name: 'Aviso de pagamento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Aviso de pagamento' })
    await expect(dialog.getByRole('row', { name: 'Total' })).toContainText('34,00 €')
    const reference = (await dialog.getByText(/^\d{3} \d{3} \d{3}$/).innerText()).replaceAll(/\D/g, '')
    expect(isOfflineReference({ entity: '12345', reference, amountCents: 3400 })).toBe(true)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1024, height: 400 })
    const isCut = () => dialog.evaluate((one) => one.scrollHeight > one.clientHeight)
    await expect.poll(isCut, 'higher than the window').toBe(true)
    const send = dialog.getByRole('button', { name: 'Enviar a Elsa Vidal' })
    for (const shown of [dialog.getByRole('row').first(), dialog.getByText('Página de pagamento')]) {
      await shown.scrollIntoViewIfNeeded()
      await expect(send, 'in sight wherever the advice is scrolled').toBeInViewport({ ratio: 1 })
    }
    await send.click()
    await expect(toasts(page)).toContainText('O aviso vai a caminho de elsa@exemplo.pt.')
    await expect(rowOf(page, quota(thisYear - 1))).toContainText('avisada uma vez')
    await expect.poll(() => mail().to('elsa@exemplo.pt').length).toBe(1)
    const shown = reference.replaceAll(/(\d{3})(?=\d)/g, '$1\u00A0')
    expect(decoded(mail().to('elsa@exemplo.pt')[0]!)).toContain(shown)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('with an active agreement, the payment advice has its next instalment and the dates of the other charges', async () => {
    await takeMultibanco(api)
    const { _id } = await addDebtor(api, { name: 'Olga Pires', email: 'olga@exemplo.pt' })
    const firstDate = `${thisYear + 1}-02-10`
    await answerOf(
      await api.post('/api/payment_agreements', { data: { memberId: _id, instalments: 4, firstDate } }),
    )
    await charge(api, _id, { description: 'Seguro', amount: 6, dueDate: `${thisYear + 1}-09-30` })
    await visit(page, `/dividas/${_id}`)
    await page.getByRole('button', { name: 'Aviso de pagamento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Aviso de pagamento' })
    await expect(dialog.getByRole('row')).toHaveText([
      new RegExp(`^Acordo de pagamento \\(.*\\), 1\\.ª prestação de 410/02/${thisYear + 1}14,50\\s€$`),
      new RegExp(`^Seguro30/09/${thisYear + 1}6,00\\s€$`),
      new RegExp(
        `^Totalaté 10/02/${thisYear + 1} \\(14,50\\s€\\) e 30/09/${thisYear + 1} \\(6,00\\s€\\)20,50\\s€$`,
      ),
    ])
    const later = /ficam depois mais 3 prestações, no total de 43,50\s€/
    await expect(dialog.getByText(later)).toBeVisible()

    await page.goto(await dialog.getByText(/informacaoDePagamento/).innerText())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^20,50\s€ por pagar$/)
    await expect(page.getByText('até 10 de fevereiro')).toContainText('30 de setembro')
    await expect(page.getByText(later)).toBeVisible()
    await expect(page.getByText('58,00')).toHaveCount(0)
  })
})

test('a payment message to selected debtors is scheduled, cancelled and sent, and lists its recipients', async ({
  page,
  api,
  problems,
}) => {
  problems.expect(/status of 422/)
  await switchSending(api, true)
  for (const person of [
    { name: 'Zulmira Deve', email: 'zulmira@exemplo.pt' },
    { name: 'Rosa Longe Deve', address: 'Rua do Outeiro, 1' },
  ]) {
    const { _id: memberId } = await addMember(api, person)
    const charge = { memberId, type: 'other', description: 'Seguro', amount: 24, dueDate: '2026-01-31' }
    await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
  }
  await page.goto('/dividas?pesquisa=deve')
  await page.getByRole('checkbox', { name: 'Selecionar as 2 linhas' }).click()
  const chosen = page.getByRole('region', { name: 'Linhas selecionadas' })
  await chosen.getByRole('button', { name: 'Escrever mensagem' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nova mensagem de pagamento')
  await field(page, 'Partir do texto de').click()
  await page.getByRole('option', { name: 'Primeiro lembrete' }).click()
  await field(page, 'Assunto').fill('A assembleia é a 12: deve {{valor}}')
  await field(page, 'Canal').click()
  await page.getByRole('option', { name: 'Email' }).click()
  const side = page.getByRole('region', { name: 'Pré-visualização' })
  await expect(side).toContainText('Seguem 1 email.')
  await expect(side).toContainText('A assembleia é a 12: deve 24,00')
  await expect(side).toContainText('1 pessoa não recebe')
  await expectAccessible(page)

  await side.getByRole('button', { name: 'Agendar…' }).click()
  const question = page.getByRole('dialog', { name: 'Agendar a mensagem' })
  await field(question, 'Dia e hora').fill('01/01/2020 10:00')
  await question.getByRole('button', { name: 'Agendar' }).click()
  await expect(question).toContainText('Indique um momento que ainda não passou.')
  const soon = new Date(Date.now() + 10 * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .toReversed()
    .join('/')
  await field(question, 'Dia e hora').fill(`${soon} 10:00`)
  await question.getByRole('button', { name: 'Agendar' }).click()
  await expect(page.getByText(`Sai em ${soon} 10:00`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Voltar a rascunho' }).click()
  await expect(page.getByRole('button', { name: 'Eliminar rascunho' })).toBeVisible()
  expect(mail().to('zulmira@exemplo.pt')).toEqual([])

  await side.getByRole('button', { name: 'Enviar a 1 pessoa' }).click()
  await page
    .getByRole('dialog', { name: 'Enviar a 1 pessoa?' })
    .getByRole('button', { name: 'Enviar a 1' })
    .click()
  const row = page.getByRole('row', { name: /Zulmira Deve.*Enviada/ })
  await expect(row.getByRole('link', { name: 'Zulmira Deve' })).toBeVisible()
  await page.getByText('Quem não recebe, e porquê').click()
  await expect(page.getByRole('region', { name: 'Sem contacto para este canal' })).toContainText(
    'Rosa Longe Deve',
  )
  await expectAccessible(page)
  expect(mail().to('zulmira@exemplo.pt')).toHaveLength(1)
})

test('letters are printed in postal order, and stay waiting until their print is confirmed', async ({
  page,
  api,
}) => {
  await takeMultibanco(api)
  const post = { email: null, mobile: null, address: 'Rua do Rio, 1' }
  await addDebtor(api, { ...post, name: 'Zulmira Cartas', postalCode: '1000-001', city: 'Lisboa' })
  await addDebtor(api, { ...post, name: 'Alda Cartas', postalCode: '4000-100', city: 'Porto' })
  const members = await answerOf<Member[]>(await api.get('/api/members?_search=cartas'))
  await notify(api, { memberIds: members.map(({ _id }) => _id) })
  await page.goto('/mensagens?channel=letter')
  await page.getByRole('button', { name: 'Imprimir 2 cartas' }).click()
  const letterRun = page.waitForResponse((answer) => answer.url().endsWith('/api/letter_runs'))
  await page
    .getByRole('dialog', { name: 'Imprimir cartas' })
    .getByRole('button', { name: 'Abrir o PDF' })
    .click()
  const { url } = ((await (await letterRun).json()) as { data: { url: string } }).data
  const { pages } = await readPdf(await (await api.get(url)).body())
  expect(pages.map((text) => /(Zulmira|Alda) Cartas/.exec(text)?.[0])).toEqual([
    'Zulmira Cartas',
    'Alda Cartas',
  ])
  expect(pages[0]).toMatch(/1000-001 LISBOA.*Multibanco Entidade 12345.*Página 1 de 1$/)

  const question = page.getByRole('dialog', { name: 'Ficaram bem impressas?' })
  await question.getByRole('button', { name: 'Ainda não' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Por imprimir' })).toHaveCount(2)
  await expect(page.getByRole('row').filter({ hasText: 'Retida' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Imprimir 2 cartas' }).click()
  await page
    .getByRole('dialog', { name: 'Imprimir cartas' })
    .getByRole('button', { name: 'Abrir o PDF' })
    .click()
  await question.getByRole('button', { name: 'Sim, ficaram bem' }).click()
  await expect(toasts(page)).toContainText('2 cartas marcadas como impressas.')
  await expect(page.getByRole('row').filter({ has: page.getByText('Enviada', { exact: true }) })).toHaveCount(
    2,
  )
  await expect(page.getByRole('button', { name: /^Imprimir \d/ })).toHaveCount(0)
})
