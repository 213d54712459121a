import { readPdf } from '../../server/testing/read-pdf.ts'
import { answerOf, expect, test, thisYear, switchSending, useServerWithMail, visit } from '../fixtures.ts'
import { field, toasts } from '../page-parts.ts'
import { type Payment, amount, balanceOf, addDebtor, paymentsOf, registered } from '../payments.ts'

const mail = useServerWithMail()
test.use({ as: 'admin' })

test('receipts open, are sent by email and are cancelled', async ({ page, api, context, problems }) => {
  await test.step('a receipt opens as PDF, is sent by email, gets a note and is cancelled; its debt is owed again', async () => {
    await switchSending(api, true)
    const person = await addDebtor(api, 'Leocádia Furtado', [thisYear - 1])
    await api.patch(`/api/members/${person._id}`, { data: { email: 'leocadia@exemplo.pt' } })
    await page.goto(`/pagamentos/novo?memberId=${person._id}`)
    await expect(amount(page)).toHaveValue('24,00')
    await page.keyboard.press('Control+Enter')
    await expect(registered(page)).toContainText('Leocádia Furtado')
    const [payment] = await paymentsOf(api, person)
    const number = payment?.receiptNumber ?? ''
    const opened = context.waitForEvent('request', (request) => request.url().includes('/api/documents/'))
    await registered(page)
      .getByRole('button', { name: `Recibo ${number}` })
      .click()
    const { data } = (await (await api.get(`/api/payments/${payment?._id}/receipt`)).json()) as {
      data: { url: string }
    }
    expect(new URL((await opened).url()).pathname).toBe(new URL(data.url, 'http://localhost').pathname)
    const { pages } = await readPdf(await (await api.get(data.url)).body())
    for (const text of [number, 'Leocádia Furtado', `Quota ${thisYear - 1}`, 'vinte e quatro euros'])
      expect(pages.join(' ')).toContain(text)
    await expect.poll(() => mail().to('leocadia@exemplo.pt').length).toBe(1)

    await page.keyboard.press('Control+k')
    await page.keyboard.type(number)
    await page.getByRole('option', { name: number }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Recibo n.º ${number}`)
    await expect(
      page.getByText(/^Recebemos de .* a quantia de 24,00.€ \(vinte e quatro euros\)\.$/),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Enviar recibo' }).click()
    const sending = page.getByRole('dialog', { name: 'Enviar recibo' })
    await expect(field(sending, 'Email')).toHaveValue('leocadia@exemplo.pt')
    await field(sending, 'Email').fill('contas@exemplo.pt')
    await sending.getByRole('button', { name: 'Enviar recibo' }).click()
    await expect(toasts(page)).toContainText('contas@exemplo.pt')
    await expect.poll(() => mail().to('contas@exemplo.pt').length).toBe(1)
    expect(mail().to('contas@exemplo.pt')[0]?.raw).toMatch(/Content-Type: application\/pdf; name=recibo-q-/)

    await field(page, 'Referência').fill('Talão 77')
    await page.keyboard.press('Control+s')
    await expect(toasts(page)).toContainText('Guardado com sucesso.')

    await page.getByRole('button', { name: 'Anular' }).click()
    const dialog = page.getByRole('dialog', { name: `Anular o recibo ${number}` })
    await expect(dialog).toContainText(`Volta a ficar por pagar: Quota ${thisYear - 1}`)
    await field(dialog, 'Motivo').fill('Engano no nome')
    await dialog.getByRole('button', { name: 'Anular' }).click()
    await expect(page.getByText('ANULADO', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enviar recibo' })).toHaveCount(0)
    expect(await balanceOf(api, person)).toEqual({ balance: 24, credit: 0 })
    await page.getByRole('link', { name: 'Histórico' }).click()
    await expect(page.getByRole('list', { name: 'Histórico' })).toContainText('anulou')
    await expect(page.getByRole('list', { name: 'Histórico' })).toContainText('enviou o recibo')
  })

  await test.step('selected payments show their sum, open their receipts as one document, and are sent by email', async () => {
    problems.expect(/status of 409/)
    const person = await addDebtor(api, 'Ermelinda Sacramento', [thisYear - 2, thisYear - 1])
    await answerOf(await api.patch(`/api/members/${person._id}`, { data: { email: 'ermelinda@exemplo.pt' } }))
    const made: Payment[] = []
    for (const value of [24, 10, 5]) {
      const data = { memberId: person._id, date: `${thisYear}-01-02`, amount: value, method: 'cash' }
      made.push(await answerOf<Payment>(await api.post('/api/payments', { data })))
    }
    const [first, second, gone] = made
    await answerOf(await api.post(`/api/payments/${gone?._id}/cancel`, { data: { reason: 'Engano' } }))
    await visit(page, '/pagamentos?pesquisa=ermelinda')
    const row = (payment?: Payment) => page.getByRole('row').filter({ hasText: payment?.receiptNumber ?? '' })
    for (const payment of made) await row(payment).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Linhas selecionadas' })
    await expect(bar).toContainText(/3 selecionados · 34,00\s€/)
    await row(second).getByRole('checkbox').uncheck()
    await expect(bar).toContainText(/2 selecionados · 24,00\s€/)

    const opened = context.waitForEvent('request', (request) => request.url().includes('/api/documents/'))
    await bar.getByRole('button', { name: 'Recibos num PDF' }).click()
    const { pages } = await readPdf(
      await (
        await api.get(new URL((await opened).url()).pathname + new URL((await opened).url()).search)
      ).body(),
    )
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain(first?.receiptNumber)

    await bar.getByRole('button', { name: 'Enviar recibo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enviar 2 recibos por email' })
    await dialog.getByRole('button', { name: 'Enviar recibo' }).click()
    await expect(dialog).toContainText('1 de 1 feito')
    await expect(dialog).toContainText('1 ficou de fora')
    await expect(dialog).toContainText('o recibo já não vale')
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(bar).toHaveCount(0)
    await expect.poll(() => mail().to('ermelinda@exemplo.pt').length).toBeGreaterThan(0)
  })

  await test.step('a payment whose credit was used cannot be cancelled', async () => {
    problems.expect(/status of 409/)
    const person = await addDebtor(api, 'Ambrósio Queirós', [])
    const data = { memberId: person._id, date: `${thisYear}-01-01`, amount: 50, method: 'cash' }
    const { _id } = await answerOf<Payment>(await api.post('/api/payments', { data }))
    const charge = { memberId: person._id, type: 'card', amount: 5, dueDate: `${thisYear}-01-03` }
    await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
    await answerOf(await api.post(`/api/members/${person._id}/use_credit`))
    await visit(page, `/pagamentos/${_id}?anular`)
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Motivo').fill('Engano')
    await dialog.getByRole('button', { name: 'Anular' }).click()
    await expect(dialog.getByRole('alert')).toContainText('já foi usado')
    expect((await answerOf<Payment>(await api.get(`/api/payments/${_id}`))).status).toBe('registered')
  })
})
