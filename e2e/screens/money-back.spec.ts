import { readPdf } from '../../server/testing/read-pdf.ts'
import { addMember, answerOf, expect, test, thisYear, today, useServer, visit } from '../fixtures.ts'
import { field, toasts } from '../page-parts.ts'

useServer()
test.use({ as: 'admin' })

interface Payment {
  _id: string
  receiptNumber: string
}

test('a cheque of a closed year is returned, and credit is given back', async ({ page, api, context }) => {
  const { _id: memberId } = await addMember(api, { name: 'Gaspar Novais' })
  const lastYear = thisYear - 1
  const charge = { memberId, type: 'quota', year: lastYear, amount: 24, dueDate: `${lastYear}-03-31` }
  await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
  const cheque = { memberId, date: `${lastYear}-11-30`, amount: 24, method: 'cheque' }
  const { _id, receiptNumber } = await answerOf<Payment>(await api.post('/api/payments', { data: cheque }))
  await answerOf(await api.post('/api/treasury_closing', { data: { closedUntil: `${lastYear}-12-31` } }))

  await test.step('the return says what follows, and reopens the quota with the cost', async () => {
    await page.goto(`/pagamentos/${_id}`)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Devolver' }).click()
    const dialog = page.getByRole('dialog', { name: `Devolver: recibo ${receiptNumber}` })
    await expect(dialog).toContainText('mesmo que as contas do seu ano estejam fechadas')
    await expect(dialog).toContainText(/Volta a ficar por pagar: Quota/)
    await field(dialog, 'Custo no banco').fill('3,50')
    await dialog.getByLabel('Cobrar o custo a quem pagou').check()
    await dialog.getByRole('button', { name: 'Devolver' }).click()
    await expect(toasts(page)).toContainText('devolvido')
    await expect(page.getByRole('note').filter({ hasText: 'DEVOLVIDO' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Devolução' })).toContainText('sem provisão')
  })

  await test.step('debts and account show it', async () => {
    await visit(page, `/dividas/${memberId}`)
    await expect(page.getByRole('main')).toContainText(`Custo da devolução do recibo ${receiptNumber}`)
    await expect(page.getByRole('main')).toContainText(/27,50\s€/)
    await visit(page, `/socios/${memberId}/quotas`)
    const account = page.getByRole('table', { name: 'Conta corrente' })
    await expect(account).toContainText(`Devolução do recibo ${receiptNumber}`)
    await expect(account).toContainText('Cheque · Sem provisão')
  })

  await test.step('a mistake is undone', async () => {
    await visit(page, `/pagamentos/${_id}`)
    await page.getByRole('button', { name: 'Desfazer a devolução' }).click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Motivo').fill('Era outro cheque.')
    await dialog.getByRole('button', { name: 'Desfazer a devolução' }).click()
    await expect(page.getByRole('note').filter({ hasText: 'DEVOLVIDO' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Anular' })).toBeVisible()
  })

  await test.step('credit is given back with a proof of payment', async () => {
    const extra = { memberId, date: today(), amount: 30, method: 'transfer' }
    await answerOf(await api.post('/api/payments', { data: extra }))
    await visit(page, `/dividas/${memberId}`)
    await page.getByRole('button', { name: 'Devolver crédito' }).click()
    const dialog = page.getByRole('dialog', { name: 'Devolver crédito' })
    await expect(field(dialog, 'Valor')).toHaveValue(/^30/)
    await field(dialog, 'Motivo').fill('Saiu da associação.')
    const opened = context.waitForEvent('request', (request) => request.url().includes('/api/documents/'))
    await dialog.getByRole('button', { name: 'Devolver crédito' }).click()
    await expect(toasts(page)).toContainText('Crédito devolvido.')
    const url = new URL((await opened).url())
    const { pages } = await readPdf(await (await api.get(url.pathname + url.search)).body())
    expect(pages[0]).toContain('Gaspar Novais recebeu')
    await visit(page, '/pagamentos/creditosDevolvidos')
    await expect(page.getByRole('row').filter({ hasText: 'Gaspar Novais' })).toContainText(/30,00\s€/)
  })
  await answerOf(
    await api.post('/api/treasury_closing', { data: { closedUntil: null, reason: 'Fim do ensaio' } }),
  )
})
