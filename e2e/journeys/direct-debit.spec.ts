import { addDays } from '@agremia/resources/rules/dates.ts'
import { pain008Problems } from '../../server/direct-debit/check-pain008.ts'
import { camt054Of, pain002Of } from '../../server/direct-debit/testing.ts'
import { addMember, answerOf, expect, ownOrganisation, test, today, useServer, visit } from '../fixtures.ts'
import { field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

interface Collection {
  _id: string
  memberId: string
}

test('missing settings are filled in, a mandate is signed, a batch is sent, and answers of the bank reopen charges', async ({
  page,
  api,
  database,
  problems,
}) => {
  const people = [
    await addMember(api, { name: 'Abílio Ventura', email: 'abilio@exemplo.pt' }),
    await addMember(api, { name: 'Brites Calado' }),
    await addMember(api, { name: 'Custódio Sem Autorização' }),
  ]
  const [abilio, brites] = people
  for (const { _id: memberId } of people)
    await answerOf(
      await api.post('/api/unsettled_payments', {
        data: {
          memberId,
          type: 'other',
          description: 'Cota da banda',
          amount: 24,
          dueDate: addDays(today(), -30),
        },
      }),
    )
  const mandate = { iban: 'PT50000201231234567890154', signedOn: addDays(today(), -60) }
  await answerOf(await api.post('/api/mandates', { data: { memberId: abilio?._id, ...mandate } }))

  await test.step('the new batch says what is missing, and the settings ask for it', async () => {
    await page.goto('/debitosDiretos/remessas/nova')
    await expect(page.getByRole('main')).toContainText('O identificador de credor')
    await expectAccessible(page)
    await answerOf(
      await api.post('/api/treasury_setup', {
        data: {
          accounts: [{ name: 'Banco', kind: 'bank', openingDate: '2020-01-01', openingBalance: 0 }],
        },
      }),
    )
    const [account] = await answerOf<{ _id: string }[]>(await api.get('/api/treasury_accounts?_kind=bank'))
    const data = { iban: 'PT50003506510000000004329', methods: ['directDebit'] }
    await answerOf(await api.patch(`/api/treasury_accounts/${account?._id}`, { data }))
    await visit(page, '/configuracaoTesouraria?separador=debitos')
    await field(page, 'Identificador de credor').fill('PT73ZZZ123456')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('main')).toContainText('O dinheiro entra em «Banco»')
    await expectAccessible(page)
  })

  await test.step('an authorisation is written in the page of the member, and signed later', async () => {
    await visit(page, `/socios/${brites?._id}/debitos`)
    await page.getByRole('button', { name: 'Nova autorização' }).first().click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'IBAN').fill('PT50000201231234567890154')
    await dialog.getByRole('button', { name: /Criar|Guardar/ }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main')).toContainText('Por assinar')
    const [made] = await answerOf<{ _id: string }[]>(await api.get(`/api/mandates?_memberId=${brites?._id}`))
    await visit(page, `/debitosDiretos/autorizacoes/${made?._id}`)
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible()
    await field(page, 'Assinada em').fill('2/1/2026')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('main')).toContainText('Ativa')
    await expectAccessible(page)
  })

  let batchId = ''
  await test.step('the preview says who is collected and who stays out; the file follows the schema', async () => {
    await visit(page, '/debitosDiretos/remessas/nova')
    const preview = page.getByRole('region', { name: 'Previsão' })
    await expect(preview).toContainText('2 débitos')
    await expect(preview).toContainText('Não tem autorização de débito')
    await expect(preview.getByRole('link', { name: 'Custódio Sem Autorização' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Criar remessa com 2 débitos' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Criar remessa com 2 débitos' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Remessa DD/')
    batchId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Ficheiro para o banco' }).click(),
    ])
    const parts: Buffer[] = []
    for await (const part of await download.createReadStream()) parts.push(part as Buffer)
    expect(pain008Problems(Buffer.concat(parts).toString('utf8'), '08')).toEqual([])
    await expectAccessible(page)
  })

  const collections = await answerOf<Collection[]>(
    await api.get(`/api/debit_batches/${batchId}/debit_collections`),
  )
  const idOf = (memberId: string | undefined) =>
    collections.find((one) => one.memberId === memberId)?._id.replaceAll('-', '') ?? ''
  const { number } = await answerOf<{ number: string }>(await api.get(`/api/debit_batches/${batchId}`))

  await test.step('it goes to the bank, which rejects one debit: its debt is free again', async () => {
    await page.getByRole('button', { name: 'Marcar como enviada' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('O ficheiro que fez tem 2 débitos')
    await question.getByRole('button', { name: 'Marcar como enviada' }).click()
    await expect(page.getByRole('main')).toContainText('os pagamentos registam-se por si')
    await visit(page, '/debitosDiretos/respostas')
    await page.getByRole('button', { name: 'Carregar resposta' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Carregar resposta do banco' })
    const content = pain002Of({
      messageId: number.replaceAll('/', '-'),
      debits: [{ id: idOf(brites?._id), status: 'RJCT', code: 'AC04' }],
    })
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'rejeitados.xml', mimeType: 'text/xml', buffer: Buffer.from(content) })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Carregar' }).click()
    await expect(page.getByRole('main')).toContainText('Rejeitado: Conta encerrada')
    await expect(page.getByRole('main')).toContainText('Não volte a debitar esta conta')
    await expectAccessible(page)
  })

  problems.expect(/status of (409|422) .*debit_answers/)
  await test.step('a hostile file says what is wrong, and the same file changes nothing', async () => {
    await visit(page, '/debitosDiretos/respostas')
    await page.getByRole('button', { name: 'Carregar resposta' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Carregar resposta do banco' })
    const send = async (content: string) => {
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'outro.xml', mimeType: 'text/xml', buffer: Buffer.from(content) })
      await dialog.getByRole('button', { name: 'Carregar' }).click()
    }
    await send('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>')
    await expect(dialog).toContainText('definições XML que não são aceites')
    await send(camt054Of([{ day: today(), amount: '24.00', code: 'AM04', mandate: 'desconhecida' }]))
    await expect(dialog).toContainText('Nenhum movimento deste ficheiro')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('its page shows what became of each debit', async () => {
    await visit(page, `/debitosDiretos/remessas/${batchId}`)
    await expect(page.getByRole('row').filter({ hasText: 'Brites Calado' })).toContainText('Rejeitado')
    await expect(page.getByRole('row').filter({ hasText: 'Abílio Ventura' })).toContainText('Por cobrar')
    await page.getByRole('row').filter({ hasText: 'Abílio Ventura' }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Avisar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Avisar' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 de 1 feito')
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('link', { name: 'Brites Calado' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brites Calado')
    await expect(page.getByRole('region', { name: 'Conta encerrada' })).toContainText('peça outra')
    await expectAccessible(page)
  })

  await test.step('on its day the payment is registered; the bank returns it, and the debt is open again', async () => {
    const collected = 'UPDATE debit_batches SET collection_date = $1 WHERE id = $2'
    await database.pool.query(collected, [addDays(today(), -2), batchId])
    await visit(page, `/debitosDiretos/remessas/${batchId}`)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Registar a cobrança' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Abílio Ventura' })
    await expect(row).toContainText('Cobrado')
    await visit(page, '/debitosDiretos/respostas')
    await page.getByRole('button', { name: 'Carregar resposta' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Carregar resposta do banco' })
    const endToEndId = idOf(abilio?._id)
    const content = camt054Of([{ day: today(), amount: '24.00', code: 'AM04', endToEndId }])
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'devolvidos.xml', mimeType: 'text/xml', buffer: Buffer.from(content) })
    await field(dialog, 'Custo de cada devolução').fill('2,50')
    await dialog.getByLabel('Cobrar o custo a quem pagou').check()
    await dialog.getByRole('button', { name: 'Carregar' }).click()
    await expect(page.getByRole('main')).toContainText('Sem provisão. As dívidas estão outra vez por pagar.')
    await visit(page, `/dividas/${abilio?._id}`)
    await expect(page.getByRole('main')).toContainText(/26,50\s€/)
    await expect(page.getByRole('main')).toContainText('Custo da devolução')
  })
})
