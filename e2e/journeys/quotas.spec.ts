import type { APIRequestContext } from '@playwright/test'
import {
  addMember,
  answerOf,
  expect,
  ownOrganisation,
  test,
  thisYear as year,
  today,
  useServer,
  visit,
  type Page,
} from '../fixtures.ts'
import { field, toasts, anySpaces, button, dialog, region } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'
import { addPlan, categories } from '../quotas.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

async function total(api: APIRequestContext, address: string): Promise<number> {
  const answer = (await (await api.get(address)).json()) as { meta: { total: number } }
  return answer.meta.total
}

test('quotas are previewed, generated once, and undone only before any payment', async ({
  page,
  api,
  database,
  problems,
}) => {
  problems.expect(/status of 409/)
  await addPlan(api)
  const [first, second] = (await categories(api)).filter(({ paysQuota }) => paysQuota)
  const exempt = (await categories(api)).find(({ paysQuota }) => !paysQuota)
  const [ana] = [
    await addMember(api, { name: 'Ana Moita', categoryId: first?._id }),
    await addMember(api, { name: 'Rui Moita', categoryId: first?._id }),
    await addMember(api, { name: 'Eva Moita', categoryId: second?._id, customQuota: 7.5 }),
    await addMember(api, { name: 'Olga Honorata', categoryId: exempt?._id }),
  ]
  await page.goto('/quotas/gerar')
  await field(page, 'Ano').fill(String(year))
  const preview = region(page, 'Previsão')
  await expect(preview.getByRole('status')).toHaveText(anySpaces('3 quotas55,50 €'))
  const rows = preview.getByRole('row')
  await expect(rows.filter({ hasText: first?.name ?? '' })).toContainText(anySpaces('48,00 €'))
  await preview.getByText('A categoria não paga quotas').click()
  await expect(preview.getByRole('link', { name: 'Olga Honorata' })).toBeVisible()
  expect(await total(api, '/api/unsettled_payments?_limit=1')).toBe(0)

  await database.pool.query('ALTER TABLE unsettled_payments ADD CONSTRAINT unlucky CHECK (false) NOT VALID')
  await button(page, 'Gerar 3 quotas').click()
  await expect(dialog(page)).toHaveAccessibleName(`Gerar 3 quotas de ${year}?`)
  await expect(dialog(page)).toContainText(anySpaces('55,50 €'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/quotas\/geracoes\/[\w-]+$/)
  await expect(page.getByRole('alert')).toContainText('nada foi gerado nem alterado. Pode tentar outra vez')
  await expect(page.getByText('Falhou', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expectAccessible(page)
  await database.pool.query('ALTER TABLE unsettled_payments DROP CONSTRAINT unlucky')
  await button(page, 'Tentar outra vez').click()
  await expect(page.getByText('Gerada', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(anySpaces('55,50 €'))
  const run = page.url()

  await visit(page, '/quotas/gerar')
  await field(page, 'Ano').fill(String(year))
  await expect(preview.getByRole('status')).toHaveText('Nada por gerar: todos já têm.')
  await expect(preview.getByRole('button', { name: /^Gerar/ })).toHaveCount(0)
  await expect(preview).toContainText('3 sócios já têm o que havia a gerar.')

  const payment = await answerOf<{ _id: string }>(
    await api.post('/api/payments', {
      data: { memberId: ana?._id, date: today(), amount: 5, method: 'cash' },
    }),
  )
  await visit(page, run)
  await undo(page)
  await expect(toasts(page)).toContainText('Não pode ser desfeita: já há uma quota paga')
  await toasts(page).getByRole('button', { name: 'Fechar' }).last().click()
  await expect(page.getByText('Gerada', { exact: true })).toBeVisible()
  const byCategory = page.getByRole('table', { name: 'Por categoria' })
  await expect(byCategory.getByRole('row').last()).toContainText(anySpaces('5,00 €'))
  await byCategory.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/^[^?]+\/dividas\?todos=sim&quotaRunId=[\w-]+&categoryId=[\w-]+$/)
  await page.goBack()
  await answerOf(await api.post(`/api/payments/${payment._id}/cancel`, { data: { reason: 'Engano' } }))
  await undo(page)
  await expect(page.getByText('Desfeita', { exact: true })).toBeVisible()
  await expect(button(page, 'Desfazer')).toHaveCount(0)
  expect(await total(api, '/api/unsettled_payments?_status=open&_status=partial')).toBe(0)
})

async function undo(page: Page): Promise<void> {
  await button(page, 'Desfazer').click()
  await expect(dialog(page)).toContainText(
    anySpaces('São anuladas 3 quotas, no total de 55,50 €, e o crédito usado volta a quem o tinha.'),
  )
  await dialog(page).getByRole('button', { name: 'Desfazer' }).click()
}
