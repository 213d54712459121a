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
import { addPlan, categories, generateQuotas } from '../quotas.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

test('plans with prices by category, and settings of payments', async ({ page, api, problems }) => {
  await test.step('a plan is created with prices by category; the prices stay listed and can be removed', async () => {
    problems.expect(/status of 422/)
    for (const plan of await answerOf<{ _id: string; _version: number }[]>(await api.get('/api/quota_plans')))
      await api.patch(`/api/quota_plans/${plan._id}`, { data: { active: false, _version: plan._version } })
    await page.goto('/configuracaoSocios?separador=planos')
    await button(page, 'Novo plano de quotas').click()
    await field(page, 'Nome').fill('Quota do clube')
    await dialog(page).getByRole('button', { name: 'Guardar' }).click()

    // A plan without prices would charge nothing, so the form of prices follows.
    await expect(dialog(page)).toHaveAccessibleName('Preços de «Quota do clube»')
    await field(page, 'A partir de').fill(`01/01/${year - 1}`)
    await field(page, 'Valor de cada período, Todas as outras').fill('24')
    await field(page, 'Joia, Todas as outras').fill('10')
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toContainText('Guardado com sucesso.')

    const plan = region(page, 'Quota do clube')
    const [first, second] = (await categories(api)).filter(({ paysQuota }) => paysQuota)
    const planId = (await answerOf<{ _id: string; name: string }[]>(await api.get('/api/quota_plans'))).find(
      ({ name }) => name === 'Quota do clube',
    )?._id
    for (const { _id, _version } of [first, second].filter((one) => one !== undefined))
      await answerOf(
        await api.patch(`/api/member_categories/${_id}`, { data: { quotaPlanId: planId, _version } }),
      )
    await expect(plan).toContainText(`${first?.name}, ${second?.name}`)

    await plan.getByRole('button', { name: 'Novos preços' }).click()
    await expect(field(page, 'A partir de')).toHaveValue(`01/01/${year + 1}`)
    await field(page, 'Valor de cada período, Todas as outras').fill('30')
    await field(page, `Valor de cada período, ${second?.name}`).fill('12,345')
    await page.keyboard.press('Enter')
    await expect(field(page, `Valor de cada período, ${second?.name}`)).toHaveAccessibleDescription(/\S/)
    await field(page, `Valor de cada período, ${second?.name}`).fill('12,5')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)

    const table = page.getByRole('table', { name: 'Preços de Quota do clube' })
    const columns = table.getByRole('columnheader')
    await expect(columns.nth(1)).toContainText(`a partir de 01/01/${year + 1}`)
    await expect(columns.nth(2)).toContainText(`em vigor desde 01/01/${year - 1}`)
    const ofSecond = table.getByRole('row').filter({ hasText: second?.name ?? '' })
    await expect(ofSecond.getByRole('cell')).toHaveText([
      anySpaces('12,50 €'),
      anySpaces('24,00 €joia 10,00 €'),
    ])

    await button(page, `Retirar os preços de 01/01/${year + 1}`).click()
    await expect(dialog(page)).toContainText('2 preços deixam de valer e voltam os anteriores.')
    await dialog(page).getByRole('button', { name: 'Retirar' }).click()
    await expect(columns).toHaveCount(2)
    await expect(table).not.toContainText('12,50')
  })

  await test.step('settings of payments are saved, and invalid values show an error at their field', async () => {
    problems.expect(/status of 422/)
    await visit(page, '/configuracaoSocios?separador=pagamentos')
    await field(page, 'Entidade Multibanco').fill('123')
    await field(page, 'IBAN para transferências').fill('PT50 0002 0123 1234 5678 9015 4')
    await page.keyboard.press('Control+s')
    await expect(field(page, 'Entidade Multibanco')).toHaveAccessibleDescription(/\S/)
    await field(page, 'Entidade Multibanco').fill('12345')
    await page.keyboard.press('Control+s')
    await expect(field(page, 'Entidade Multibanco')).toHaveAccessibleDescription(/Subentidade/)
    await field(page, 'Subentidade Multibanco').fill('123')
    await page.keyboard.press('Control+s')
    await expect(toasts(page)).toContainText('Guardado com sucesso.')
    await page.reload()
    await expect(field(page, 'Entidade Multibanco')).toHaveValue('12345')
    await expect(field(page, 'IBAN para transferências')).toHaveValue(
      anySpaces('PT50 0002 0123 1234 5678 9015 4'),
    )
  })
})

test('the numbers of the overview match the lists that they link to', async ({ page, api, database }) => {
  await addPlan(api)
  const [first, second] = (await categories(api)).filter(({ paysQuota }) => paysQuota)
  const members = [
    await addMember(api, { name: 'Ana Moita', categoryId: first?._id }),
    await addMember(api, { name: 'Eva Moita', categoryId: second?._id }),
    await addMember(api, { name: 'Rui Moita', categoryId: first?._id }),
  ]
  const run = await generateQuotas(api, year)
  await answerOf(await api.post(`/api/quota_runs/${run}/undo`))
  await page.goto('/quotas')
  // So far there is only an undone generation.
  await expect(page.getByRole('heading', { name: 'Ainda não há quotas nem pagamentos' })).toBeVisible()
  await expectAccessible(page)

  const charge = async (memberId: string | undefined, amount: number, dueDate: string) =>
    answerOf(
      await api.post('/api/unsettled_payments', { data: { memberId, type: 'other', amount, dueDate } }),
    )
  await charge(members[0]?._id, 24, today())
  await charge(members[1]?._id, 30, `${year - 2}-03-31`)
  await charge(members[2]?._id, 18, `${year - 1}-03-31`)
  for (const [member, amount] of [
    [members[0], 10],
    [members[2], 20],
  ] as const)
    await answerOf(
      await api.post('/api/payments', {
        data: { memberId: member?._id, date: today(), amount, method: 'transfer' },
      }),
    )

  // The open page updates without a reload.
  const facts = page.getByRole('main').locator('dl').first()
  await expect(facts).toContainText(anySpaces('30,00 €'))
  const { rows } = await database.pool.query<Record<string, number>>(
    `SELECT
    (SELECT sum(open_amount) FROM unsettled_payments WHERE status IN ('open', 'partial')) AS owed,
    (SELECT sum(open_amount) FROM unsettled_payments WHERE status IN ('open', 'partial') AND due_date < $1) AS overdue,
    (SELECT sum(credit) FROM member_balances) AS credit, (SELECT sum(amount) FROM payments WHERE status = 'registered') AS paid`,
    [today()],
  )
  expect(rows[0]).toEqual({ owed: 4400, overdue: 3000, credit: 200, paid: 3000 })
  for (const [label, amount, path, count] of [
    [`Recebido em ${year}`, '30,00 €', '/pagamentos', 2],
    ['Vencido', '30,00 €', '/dividas', 1],
    ['Por vencer', '14,00 €', '/dividas', 1],
    ['Crédito por usar', '2,00 €', '/socios', 1],
  ] as const) {
    const fact = facts.locator('div').filter({ hasText: label }).first()
    await expect(fact.getByRole('link').first()).toHaveText(anySpaces(amount))
    await fact.getByRole('link').first().click()
    await expect(page).toHaveURL((url) => url.pathname === path && url.searchParams.get('todos') === 'sim')
    await expect(page.getByRole('heading', { level: 1 }).locator('+ span')).toHaveText(String(count))
    await page.goBack()
  }

  const debtors = page.getByRole('table', { name: 'Quem deve mais' })
  await expect(debtors.getByRole('row').nth(1)).toContainText(anySpaces('30,00 €'))
  await page.setViewportSize({ width: 1000, height: 720 })
  const gaps = await debtors.evaluate((table) => {
    const textOf = (cell: Element) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect()
    }
    return [...table.querySelectorAll('tr')].flatMap((row) => {
      const [name, ...numbers] = [...row.cells].map(textOf)
      return numbers.map(({ left }, index) => left - (numbers[index - 1] ?? name)!.right)
    })
  })
  expect(Math.min(...gaps), 'between the columns of a wide panel').toBeGreaterThan(24)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(facts.locator('div').first()).toContainText(anySpaces('de 44,00 € em dívida'))
  const soFar = page.getByRole('link', { name: anySpaces(`30,00 € em ${year}, 0,00 € em ${year - 1}`) })
  await expect(soFar, 'what came in this month stays in the sums of the year').toHaveCount(1)
  for (const media of [
    { colorScheme: 'light', media: 'screen' },
    { colorScheme: 'dark', media: 'screen' },
    { colorScheme: 'dark', media: 'print' },
  ] as const) {
    await page.emulateMedia(media)
    const { lines, axis } = await contrastsOfChart(page)
    const what = `${media.colorScheme}, ${media.media}`
    expect(Math.min(...lines), `lines: ${what}`).toBeGreaterThan(3)
    expect(Math.min(...axis), `axis: ${what}`).toBeGreaterThan(4.5)
  }
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' })
  await page.getByText('Por mês', { exact: true }).click()
  const month = page.getByRole('link', { name: anySpaces(`30,00 € em ${year}, 0,00 € em ${year - 1}`) })
  await expect(month).toHaveCount(1)
  const inTable = (name: string) => page.getByRole('table', { name }).getByRole('row')
  const total = inTable('Por categoria').filter({ hasText: 'Total' }).getByRole('link')
  const aged = inTable('Idade da dívida').filter({ hasText: 'Por vencer' }).getByRole('link')
  const inCategory = inTable('Por categoria').nth(1).getByRole('link')
  for (const [link, words, shown] of [
    // A part of the chart has its text only for screen readers.
    [page.getByRole('link', { name: anySpaces('14,00 € em dívida, do que se vence') }), '', '14,00 €'],
    [facts.getByRole('link', { name: 'até dezembro' }), '14,00 € até dezembro', '14,00 €'],
    [inCategory.nth(0), '24,00 €', '24,00 €'],
    [inCategory.nth(1), '10,00 €', '10,00 €'],
    [inCategory.nth(2), '14,00 €', '14,00 €'],
    [total.nth(1), '10,00 €', '10,00 €'],
    [total.nth(2), '14,00 €', '14,00 €'],
    [aged.nth(0), '1', '14,00 €'],
    [aged.nth(1), '14,00 €', '14,00 €'],
  ] as const) {
    await expect(link).toContainText(anySpaces(words))
    await link.click()
    await expect(page).toHaveURL(
      (url) => url.pathname === '/dividas' && url.searchParams.get('todos') === 'sim',
    )
    await expect(page.getByRole('heading', { level: 1 }).locator('+ span')).toHaveText('1')
    await expect(page.getByRole('main')).toContainText(anySpaces(shown))
    await page.goBack()
  }
  await page.getByText('Tabela', { exact: true }).click()
  const table = page.getByRole('table', { name: 'Recebido e em dívida por mês' })
  await expect(table.getByRole('row')).toHaveCount(14)
  await expect(table.getByRole('row').last().getByRole('cell')).toHaveText(
    ['30,00 €', '0,00 €', '24,00 €', '14,00 €'].map(anySpaces),
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

/** Contrasts of the two lines and of the texts of the axis with the background of the chart, or with paper. */
function contrastsOfChart(page: Page): Promise<{ lines: number[]; axis: number[] }> {
  return page
    .getByRole('main')
    .locator('svg[role=group]:has(circle)')
    .evaluate((chart) => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('no canvas')
      const luminanceOf = (colour: string) => {
        context.clearRect(0, 0, 1, 1)
        context.fillStyle = colour
        context.fillRect(0, 0, 1, 1)
        const { data } = context.getImageData(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = [...data].map((channel) => {
          const share = channel / 255
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return { luminance: 0.2126 * red + 0.7152 * green + 0.0722 * blue, isOpaque: data[3] === 255 }
      }
      const backgroundOf = (element: Element | null): number => {
        if (!element || matchMedia('print').matches) return 1
        const { luminance, isOpaque } = luminanceOf(getComputedStyle(element).backgroundColor)
        return isOpaque ? luminance : backgroundOf(element.parentElement)
      }
      const background = backgroundOf(chart)
      const contrastOf = (colour: string) => {
        const { luminance } = luminanceOf(colour)
        return (Math.max(luminance, background) + 0.05) / (Math.min(luminance, background) + 0.05)
      }
      return {
        lines: [...chart.querySelectorAll('path[stroke-dasharray]')].map((line) =>
          contrastOf(getComputedStyle(line).stroke),
        ),
        axis: [...chart.querySelectorAll('text')].map((text) => contrastOf(getComputedStyle(text).fill)),
      }
    })
}
