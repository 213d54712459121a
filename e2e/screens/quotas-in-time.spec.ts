import {
  addMember,
  answerOf,
  expect,
  type Member,
  ownOrganisation,
  test,
  thisYear as year,
  today,
  useServer,
  visit,
} from '../fixtures.ts'
import { anySpaces, arrived, button, choose, dialog, field, region, saveBar, toasts } from '../page-parts.ts'
import { readMember } from '../members.ts'
import { addPlan, categories, generateQuotas } from '../quotas.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

test('a generation of last year charges a child, an adult and a member who rested by what each was then', async ({
  page,
  api,
  problems,
}) => {
  // The form of a change is previewed while it is filled in.
  problems.expect(/status of 422/)
  const [child, adult] = (await categories(api)).filter(({ paysQuota }) => paysQuota)
  const plan = await answerOf<{ _id: string }>(
    await api.post('/api/quota_plans', { data: { name: 'Quota por idade' } }),
  )
  const prices = [
    { categoryId: child?._id, amount: 12 },
    { categoryId: adult?._id, amount: 60 },
  ]
  await answerOf(
    await api.post(`/api/quota_plans/${plan._id}/set_prices`, {
      data: { validFrom: `${year - 3}-01-01`, prices },
    }),
  )
  for (const { _id, _version } of [child, adult].filter((one) => one !== undefined))
    await answerOf(
      await api.patch(`/api/member_categories/${_id}`, { data: { quotaPlanId: plan._id, _version } }),
    )
  const [grown, always, rested] = [
    await addMember(api, { name: 'Duarte Sintra', categoryId: child?._id }),
    await addMember(api, { name: 'Elsa Sintra', categoryId: adult?._id }),
    await addMember(api, { name: 'Fausto Sintra', categoryId: adult?._id }),
  ]

  // The category of today; the one of last year is entered on the member's page, with its reason.
  await page.goto(`/socios/${grown._id}`)
  await arrived(page)
  await page.getByRole('main').getByRole('link', { name: 'Condições' }).click()
  await button(page, 'Nova mudança').click()
  const terms = dialog(page)
  await field(terms, 'A partir de').fill(`01/03/${year}`)
  await choose(terms, 'Categoria', adult?.name ?? '')
  await field(terms, 'Motivo').fill('Fez 18 anos.')
  await button(terms, 'Guardar').click()
  await expect(terms).toHaveCount(0)
  for (const [state, date] of [
    ['Licença', `${year - 1}-01-01`],
    ['Ativo', `${year}-01-01`],
  ]) {
    const [found] = await answerOf<{ _id: string }[]>(await api.get(`/api/member_state_names?_name=${state}`))
    await answerOf(
      await api.post(`/api/members/${rested._id}/change_state`, {
        data: { stateNameId: found?._id, date, reason: 'Pedido.' },
      }),
    )
  }

  await visit(page, '/quotas/gerar')
  await field(page, 'Ano').fill(String(year - 1))
  const preview = region(page, 'Previsão')
  await expect(preview.getByRole('status')).toHaveText(anySpaces('2 quotas72,00 €'))
  await expect(preview.getByRole('row').filter({ hasText: child?.name ?? '' })).toContainText(
    anySpaces('12,00 €'),
  )
  await expect(preview.getByRole('row').filter({ hasText: adult?.name ?? '' })).toContainText(
    anySpaces('60,00 €'),
  )
  await preview.getByText('O estado não gera quotas').click()
  await expect(preview.getByRole('link', { name: 'Fausto Sintra' })).toBeVisible()
  await button(page, 'Gerar 2 quotas').click()
  await button(dialog(page), 'Gerar 2 quotas').click()
  await expect(page.getByText('Gerada', { exact: true })).toBeVisible()

  const owed = async ({ _id }: { _id: string }) =>
    (
      await answerOf<{ year: number; amount: number; categoryLabel: string }[]>(
        await api.get(`/api/members/${_id}/unsettled_payments`),
      )
    ).map(({ year: of, amount, categoryLabel }) => [of, amount, categoryLabel])
  expect(await owed(grown)).toEqual([[year - 1, 12, child?.name]])
  expect(await owed(always)).toEqual([[year - 1, 60, adult?.name]])
  expect(await owed(rested)).toEqual([])
})

test('who leaves with credit and an account: both are named, the account ends, the credit is given back', async ({
  page,
  api,
}) => {
  await addPlan(api)
  const [paying] = (await categories(api)).filter(({ paysQuota }) => paysQuota)
  const member = await addMember(api, { name: 'Célia Antunes', categoryId: paying?._id })
  const account = await answerOf<{ _id: string }>(
    await api.post('/api/users', {
      data: { name: 'Célia Antunes', email: 'celia@exemplo.pt', role: 'editor', personId: member.personId },
    }),
  )
  await generateQuotas(api, year)
  const paid = { memberId: member._id, date: today(), amount: 50, method: 'transfer' }
  await answerOf(await api.post('/api/payments', { data: paid }))

  await page.goto(`/socios/${member._id}`)
  await button(page, 'Mudar de estado').first().click()
  const change = page.getByRole('dialog', { name: 'Mudar o estado de Célia Antunes' })
  await choose(change, 'Novo estado', 'Exonerado')
  await expect(change).toContainText(anySpaces('Fica com 26,00 € de crédito.'))
  await expect(change).toContainText('Célia Antunes tem uma conta de editor.')
  await expect(change).toContainText('Tudo isto termina no dia da mudança.')
  await button(change, 'Mudar de estado').click()
  await expect(change).toHaveCount(0)
  expect((await readMember(api, member)).currentStateLabel).toBe('Exonerado')
  const { blocked } = await answerOf<{ blocked: boolean }>(await api.get(`/api/users/${account._id}`))
  expect(blocked).toBe(true)

  await visit(page, '/socios')
  const news = page.getByRole('complementary', { name: 'Hoje' })
  await expect(news).toContainText('Saiu e ainda tem crédito: Célia Antunes')
  await news.getByRole('link', { name: 'Célia Antunes' }).click()
  await arrived(page)
  await button(page, 'Devolver crédito').click()
  await expect(field(dialog(page), 'Valor')).toHaveValue(/^26/)
  await field(dialog(page), 'Motivo').fill('Saiu do clube.')
  await button(dialog(page), 'Devolver crédito').click()
  await expect(toasts(page)).toContainText('Crédito devolvido.')
  await expect(dialog(page)).toHaveCount(0)
  await visit(page, '/socios')
  await arrived(page)
  await expect(page.getByRole('main')).not.toContainText('ainda tem crédito')
})

test('charges change in the save of a category or of a past state, and differences are decided one by one', async ({
  page,
  api,
  problems,
}) => {
  // The form of a correction is previewed while it is filled in.
  problems.expect(/status of 422/)
  const plan = await answerOf<{ _id: string }>(
    await api.post('/api/quota_plans', { data: { name: 'Quota do teatro' } }),
  )
  const setPrice = async (validFrom: string, amount: number) =>
    answerOf(
      await api.post(`/api/quota_plans/${plan._id}/set_prices`, {
        data: { validFrom, prices: [{ amount }] },
      }),
    )
  await setPrice(`${year - 1}-01-01`, 24)
  const paying = { name: 'Teatro', quotaPlanId: plan._id }
  const { _id: categoryId } = await answerOf<{ _id: string }>(
    await api.post('/api/member_categories', { data: paying }),
  )
  const [moved, rested, raised, spared] = [
    await addMember(api, { name: 'Gil Moreno', categoryId }),
    await addMember(api, { name: 'Hugo Moreno', categoryId }),
    await addMember(api, { name: 'Inês Moreno', categoryId }),
    await addMember(api, { name: 'Joana Moreno', categoryId }),
  ]
  for (const of of [year - 1, year]) await generateQuotas(api, of, { categoryIds: [categoryId] })
  for (const { _id: memberId } of [moved, rested, raised, spared])
    await answerOf(
      await api.post('/api/payments', { data: { memberId, date: today(), amount: 24, method: 'transfer' } }),
    )
  const chargesOf = async ({ _id }: Member) =>
    (
      await answerOf<{ year: number; amount: number; status: string }[]>(
        await api.get(`/api/members/${_id}/unsettled_payments?_sort=dueDate`),
      )
    ).map(({ year: of, amount, status }) => [of, amount, status])
  const paid = [year - 1, 24, 'paid']
  const difference = anySpaces(`Quota ${year}: 24,00 €, anulada`)

  await test.step('a category that does not pay: the open quota is cancelled, and the year before stays', async () => {
    await page.goto(`/socios/${moved._id}`)
    const strip = (ofYear: string) =>
      page
        .locator('dl')
        .first()
        .getByRole('img', {
          name: `Quotas: ${year - 5} a ${year - 2} sem cobrança, ${year - 1} paga, ${year} ${ofYear}`,
        })
    await expect(strip('em dívida')).toBeVisible()
    await choose(page, 'Categoria', 'Honorário')
    const side = page.getByRole('complementary', { name: 'Estado e observações' })
    await expect(side).toContainText(difference)
    await expect(side.getByRole('radio', { name: 'Deixar como estão' })).toBeChecked()
    await side.getByRole('radio', { name: 'Mudar' }).check()
    await button(saveBar(page), 'Guardar').click()
    await expect(toasts(page)).toContainText('Guardado com sucesso.')
    await expect(strip('sem cobrança')).toBeVisible()
    expect(await chargesOf(moved)).toEqual([paid, [year, 24, 'cancelled']])
  })

  await test.step('a past state that was missing: the quota of a year that began in it is cancelled', async () => {
    await visit(page, `/socios/${rested._id}`)
    await button(region(page, 'Estado'), 'Acrescentar um estado passado').click()
    const form = page.getByRole('dialog', { name: 'Acrescentar um estado passado' })
    await choose(form, 'Estado', 'Licença')
    await field(form, 'Início').fill(`15/12/${year - 1}`)
    await field(form, 'Motivo da correção').fill('Ata que faltava.')
    await expect(form).toContainText(difference)
    await form.getByRole('radio', { name: 'Mudar' }).check()
    await button(form, 'Guardar').click()
    await expect(form).toHaveCount(0)
    await expect(region(page, 'Estado').getByRole('listitem').first()).toContainText('Licença')
    expect(await chargesOf(rested)).toEqual([paid, [year, 24, 'cancelled']])
  })

  await test.step('what differs from a new price is announced with the quotas; one is corrected, one stays', async () => {
    await setPrice(`${year}-01-01`, 30)
    await visit(page, '/quotas')
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
    const open = async ({ name }: Member) => {
      await expect(page).toHaveURL('/quotas/diferencas')
      await expect(rowOf(name)).toContainText(anySpaces('24,00 €'))
      await expect(rowOf(name)).toContainText(anySpaces('30,00 €'))
      await rowOf(name).click()
      await expect(page).toHaveURL(/\/diferencas\/[0-9a-f-]{36}$/)
    }
    await page.getByRole('link', { name: /cobranças diferem das regras$/ }).click()
    await open(raised)
    await button(page, 'Corrigir').click()
    await button(dialog(page), 'Corrigir').click()
    await expect(toasts(page)).toContainText('Cobrança corrigida.')
    await expect(dialog(page)).toHaveCount(0)
    await visit(page, '/quotas/diferencas')
    await expect(rowOf(spared.name)).toBeVisible()
    await expect(rowOf(raised.name)).toHaveCount(0)
    await open(spared)
    await button(page, 'Deixar como está').click()
    await button(dialog(page), 'Deixar como está').click()
    await expect(toasts(page)).toContainText('Fica como está.')
    await expect(dialog(page)).toHaveCount(0)
    expect([await chargesOf(raised), await chargesOf(spared)]).toEqual([
      [paid, [year, 30, 'open']],
      [paid, [year, 24, 'open']],
    ])
    await visit(page, '/quotas/diferencas')
    await arrived(page)
    await expect(rowOf('Moreno')).toHaveCount(0)
  })
})
