import sharp from 'sharp'
import { addMember, answerOf, expect, type Locator, type Page, test, useServer, visit } from '../fixtures.ts'
import { choose, field, saveBar, toasts } from '../page-parts.ts'

useServer()
test.use({ as: 'admin' })

const path = '/configuracaoSocios'

test('categories are ordered by dragging and by arrow keys, with effect everywhere', async ({
  page,
  api,
}) => {
  await test.step('each move is stored', async () => {
    const namesIn = async () =>
      (await answerOf<{ name: string }[]>(await api.get('/api/member_categories?_sort=order&_limit=-1'))).map(
        ({ name }) => name,
      )
    const before = await namesIn()
    const [first = '', second = '', third = ''] = before
    await page.goto(`${path}?separador=categorias`)
    const handle = (name: string) => page.getByRole('button', { name: `Mudar ${name} de lugar` })
    await expect(handle(first)).toBeVisible()
    const [from, to] = [await handle(first).boundingBox(), await handle(third).boundingBox()]
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((to?.x ?? 0) + 120, (to?.y ?? 0) + 10, { steps: 6 })
    await page.mouse.up()
    await expect.poll(namesIn).toEqual([second, third, first, ...before.slice(3)])
    await expect(page.getByRole('dialog'), 'a row that was dragged is not opened').toHaveCount(0)

    await handle(first).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(namesIn).toEqual([second, first, third, ...before.slice(3)])
    await expect(handle(first)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect.poll(namesIn).toEqual(before)
    await page.reload()
    const titles = page.getByRole('row').getByRole('button', { name: /^(?!Mudar)/ })
    await expect(titles.first()).toHaveText(first)
  })

  await test.step('a row moved again while the list is read after the first move keeps its second place', async () => {
    const namesIn = async () =>
      (await answerOf<{ name: string }[]>(await api.get('/api/member_categories?_sort=order&_limit=-1'))).map(
        ({ name }) => name,
      )
    const before = await namesIn()
    const [first = '', second = '', third = ''] = before
    await visit(page, `${path}?separador=categorias`)
    const handle = page.getByRole('button', { name: `Mudar ${third} de lugar` })
    await handle.focus()
    const isList = (url: URL) => url.pathname === '/api/member_categories'
    const gate = Promise.withResolvers<void>()
    let held = 0
    await page.route(isList, async (route) => {
      held += 1
      await gate.promise
      await route.continue()
    })
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => held).toBeGreaterThan(0)
    await page.keyboard.down('ArrowUp')
    const answered = page.waitForResponse((response) => isList(new URL(response.url())))
    gate.resolve()
    await (await answered).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    await page.keyboard.up('ArrowUp')
    await expect.poll(namesIn).toEqual([third, first, second, ...before.slice(3)])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(namesIn).toEqual(before)
  })
})

for (const { what, settings, resource, copied } of [
  {
    what: 'quota plans',
    settings: `${path}?separador=planos`,
    resource: 'quota_plans',
    copied: ['periodicity', 'dueDay', 'dueMonth'],
  },
  {
    what: 'card templates',
    settings: '/configuracaoCartoesSocios?separador=modelos',
    resource: 'card_templates',
    copied: ['orientation', 'front', 'back'],
  },
]) {
  test(`${what} are ordered by dragging and by arrow keys`, async ({ page, api }) => {
    const stored = async () =>
      answerOf<{ _id: string; name: string }[]>(await api.get(`/api/${resource}?_sort=order&_limit=-1`))
    const namesIn = async () => (await stored()).map(({ name }) => name)
    const id = (await stored())[0]?._id
    const sample = await answerOf<Record<string, unknown>>(await api.get(`/api/${resource}/${id}`))
    for (const [index, name] of ['Segunda secção', 'Terceira secção'].entries()) {
      const data = { ...Object.fromEntries(copied.map((field) => [field, sample[field]])), name }
      await answerOf(await api.post(`/api/${resource}`, { data: { ...data, order: 900 + index } }))
    }
    const before = await namesIn()
    const [last = '', previous = ''] = before.toReversed()
    await page.goto(settings)
    const handle = (name: string) => page.getByRole('button', { name: `Mudar ${name} de lugar` })
    await handle(last).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(namesIn).toEqual([...before.slice(0, -2), last, previous])
    await expect(handle(last)).toBeFocused()

    const to = await handle(previous).boundingBox()
    const from = await handle(last).boundingBox()
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 8, { steps: 6 })
    await page.mouse.up()
    await expect.poll(namesIn).toEqual(before)
  })
}

test('settings are in panels as wide as their values', async ({ page }) => {
  await test.step('settings are in a card; the input of one is as wide as its value and shows its unit', async () => {
    await page.goto('/configuracaoCandidaturas?separador=regras')
    const days = page.getByLabel('Prazo para decidir')
    await expect(days).toBeVisible()
    await expect(page.locator('[data-position="right"]', { hasText: 'dias' }).first()).toBeVisible()
    await expect.poll(async () => (await days.boundingBox())?.width).toBeLessThan(160)
    const card = page.locator('main div').filter({ has: days }).and(page.locator('[class*="surface"]'))
    await expect(card).toHaveCSS('border-top-width', '1px')
    expect(await card.locator('input').count(), 'settings in the same card').toBeGreaterThan(1)
  })

  await test.step('settings of printing are in panels as wide as the card of settings', async () => {
    await page.setViewportSize({ width: 1600, height: 900 })
    await visit(page, '/configuracaoCartoesSocios?separador=impressao')
    const panels = ['Acerto da impressora', 'Papel pré-cortado'].map((name) =>
      page.getByRole('region', { name }),
    )
    const form = field(page, 'Papel dos cartões').locator('xpath=ancestor::*[contains(@class, "surface")][1]')
    await expect(form).toBeVisible()
    for (const panel of panels) {
      await expect(panel).toHaveCSS('border-top-width', '1px')
      await expect(async () => {
        const { x, width } = (await form.boundingBox()) ?? {}
        expect(await panel.boundingBox()).toMatchObject({ x, width })
      }).toPass()
    }
    await expect(panels[0]!.getByLabel('Para a direita')).toBeVisible()
    await expect(panels[1]!.getByRole('textbox')).toHaveCount(4)
  })
})

test('states, categories and numbers of members are created, used and deleted', async ({
  page,
  api,
  problems,
}) => {
  await test.step('a state is created, used, renamed everywhere, and deleted only while no member has it', async () => {
    problems.expect(/status of (409|422)/)
    const member = await addMember(api, { name: 'Abílio Fontes' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configuração de sócios')
    const dialog = page.getByRole('dialog', { name: /^(Novo estado|Estado: )/ })
    await page.getByRole('button', { name: 'Novo estado' }).click()
    await field(dialog, 'Nome').fill('Ativo')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(field(dialog, 'Nome')).toHaveAccessibleDescription(/Já existe um estado com este nome/)
    await field(dialog, 'Nome').fill('Emigrado')
    await choose(dialog, 'Cor', 'Âmbar')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Emigrado')).toContainText('Âmbar')

    // The new state is offered at once where members change state.
    await visit(page, `/socios/${member._id}`)
    await page.getByRole('button', { name: 'Mudar de estado' }).first().click()
    const change = page.getByRole('dialog', { name: /^Mudar o estado/ })
    await choose(change, 'Novo estado', 'Emigrado')
    await change.getByRole('button', { name: 'Mudar de estado' }).click()
    await expect(change).toHaveCount(0)

    await visit(page, path)
    await row(page, 'Emigrado').click()
    await field(dialog, 'Nome').fill('Residente no estrangeiro')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(row(page, 'Residente no estrangeiro')).toBeVisible()
    const renamed = await answerOf<{ currentStateLabel: string }>(await api.get(`/api/members/${member._id}`))
    expect(renamed.currentStateLabel).toBe('Residente no estrangeiro')

    await row(page, 'Residente no estrangeiro').click()
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    const refusal = page.getByRole('dialog', { name: /não pode ser eliminado$/ })
    await expect(refusal).toContainText('1 sócio depende deste estado')
    await expect(refusal.getByRole('button', { name: 'Eliminar' })).toHaveCount(0)
    await page.reload()
    await expect(row(page, 'Residente no estrangeiro')).toBeVisible()

    // Built-in states cannot be deleted.
    await row(page, 'Anulado').click()
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await expect(refusal).toContainText('Este estado é usado pelo programa')
    await page.reload()
    await expect(row(page, 'Anulado')).toBeVisible()
  })

  await test.step('an inactive state is not offered', async () => {
    const member = await addMember(api, { name: 'Belmira Couto' })
    await visit(page, path)
    const dialog = page.getByRole('dialog', { name: 'Estado' })
    await row(page, 'Extinto').click()
    await dialog.getByRole('checkbox', { name: 'Em uso' }).uncheck()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toHaveCount(0)
    await visit(page, `/socios/${member._id}`)
    await page.getByRole('button', { name: 'Mudar de estado' }).first().click()
    await field(page.getByRole('dialog'), 'Novo estado').click()
    await expect(page.getByRole('option', { name: 'Falecido' })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Extinto' })).toHaveCount(0)
  })

  await test.step('a category is created, validated, edited and deleted', async () => {
    problems.expect(/status of 422/)
    await visit(page, `${path}?separador=categorias`)
    const dialog = page.getByRole('dialog', { name: /^(Nova categoria|Categoria: )/ })
    await page.getByRole('button', { name: 'Nova categoria' }).click()
    await field(dialog, 'Nome').fill('Atleta')
    await field(dialog, 'Idade mínima').fill('40')
    await field(dialog, 'Idade máxima').fill('18')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(field(dialog, 'Idade máxima')).toHaveAccessibleDescription(/menor do que a idade mínima/)
    await field(dialog, 'Idade mínima').fill('6')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog).toHaveCount(0)
    await row(page, 'Atleta').click()
    await expect(field(dialog, 'Idade mínima')).toHaveValue('6')
    await field(dialog, 'Nome').fill('Atleta federado')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(row(page, 'Atleta federado')).toBeVisible()
    await row(page, 'Atleta federado').click()
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await page
      .getByRole('dialog', { name: /^Eliminar/ })
      .getByRole('button', { name: 'Eliminar' })
      .click()
    await expect(row(page, 'Atleta federado')).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
    await toasts(page).getByRole('button', { name: 'Anular' }).click()
    await expect(row(page, 'Atleta federado')).toBeVisible()
  })

  await test.step('the first member number must be an integer, and numbers are never reused', async () => {
    problems.expect(/status of 422/)
    await visit(page, `${path}?separador=numeracao`)
    const number = page.getByLabel('Primeiro número a atribuir')
    await expect(number).toHaveValue('1')
    await number.fill('doze')
    await page.keyboard.press('Control+s')
    await expect(number).toHaveAccessibleDescription(/Indique um número inteiro/)
    await expect(number).toHaveValue('doze')
    await number.fill('5000')
    // The message of the step before may still be there.
    const saved = page.waitForResponse(
      (answer) =>
        answer.url().includes('/api/settings') && answer.request().method() !== 'GET' && answer.ok(),
    )
    await page.keyboard.press('Control+s')
    await saved
    const members = await Promise.all(
      ['Dália Um', 'Dália Dois', 'Dália Três', 'Dália Quatro'].map((name) =>
        addMember(api, { name, mobile: '912345678' }),
      ),
    )
    expect(members.map(({ memberNumber }) => memberNumber).sort()).toEqual([5000, 5001, 5002, 5003])
  })
})

test('the fields of a member follow the settings, also in open forms', async ({
  page,
  openPage,
  problems,
}) => {
  problems.expect(/status of 422/)
  const form = await openPage('editor')
  await form.goto('/socios/novo')
  await form.getByRole('button', { name: 'Mais dados' }).click()
  await expect(field(form, 'Profissão')).toBeVisible()
  await expect(field(form, 'Nacionalidade')).toHaveCount(0)

  await page.goto(`${path}?separador=campos`)
  await page.getByRole('checkbox', { name: 'Mostrar Nacionalidade' }).check()
  await page.getByRole('checkbox', { name: 'Mostrar Profissão' }).uncheck()
  await page.getByRole('checkbox', { name: 'Telemóvel obrigatório' }).check()
  await expect(page.getByRole('checkbox', { name: 'Mostrar Telemóvel' })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'Nome completo obrigatório' })).toBeDisabled()
  await page.keyboard.press('Control+s')
  await expect(toasts(page)).toContainText('Guardado com sucesso.')
  await expect(saveBar(page)).toHaveCount(0)

  await expect(field(form, 'Nacionalidade')).toBeVisible()
  await expect(field(form, 'Profissão')).toHaveCount(0)
  await expect(field(form, 'Telemóvel')).toHaveAttribute('aria-required', 'true')
  await field(form, 'Nome completo').fill('Cândida Morais')
  await choose(form, 'Categoria', 'Efetivo')
  await form.keyboard.press('Control+s')
  await expect(field(form, 'Telemóvel')).toHaveAccessibleDescription(/Campo obrigatório/)
  await expect(form).toHaveURL('/socios/novo')
  await field(form, 'Telemóvel').fill('912345678')
  await form.keyboard.press('Control+s')
  await expect(form).toHaveURL(/\/socios\/[0-9a-f-]{36}$/)
})

test.describe('in the role of an editor', () => {
  test.use({ as: 'editor' })

  test('logo, colour and website are set, which visitors see; another kind of file is refused with a message', async ({
    page,
    api,
    openPage,
    problems,
  }) => {
    problems.expect(/status of 415/, /status of 404 .*(verify|payment_information|receipt_information)/)
    const image = (format: 'png' | 'webp') =>
      sharp({ create: { width: 240, height: 120, channels: 4, background: '#8a153880' } })
        .toFormat(format)
        .toBuffer()
    const visitor = await openPage(undefined)
    await api.delete('/api/organisation_logo')
    await visitor.goto('/inscricao')
    const head = visitor.getByRole('main').locator('header').first()
    await expect(head).toBeVisible()
    await expect(head.locator('img')).toHaveCount(0)

    await page.goto('/configuracaoOrganizacao')
    const card = page.getByRole('region', { name: 'Logótipo' })
    const input = card.locator('input[type=file]')
    await input.setInputFiles({ name: 'logo.webp', mimeType: 'image/webp', buffer: await image('webp') })
    await expect(toasts(page)).toContainText('Envie PNG ou JPEG')
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await image('png') })
    await expect(toasts(page)).toContainText('Logótipo guardado.')
    await expect(page.locator('img[src^="/api/organisation_logo/"]').first()).toBeVisible()
    await field(page, 'Cor').fill('#8A1538')
    await field(page, 'Sítio na Internet').fill('https://clube.exemplo.pt')
    await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(saveBar(page)).toHaveCount(0)

    await visitor.reload()
    await expect(head.locator('img')).toBeVisible()
    await expect(head).toHaveCSS('background-color', 'rgb(138, 21, 56)')
    for (const path of ['/inscricao', '/v/7K3M9QX2VT4D', '/informacaoDePagamento/x', '/verificarRecibo/x']) {
      await visit(visitor, path)
      const name = visitor.getByRole('main').getByRole('link', { name: 'Clube Recreativo do Outeiro' })
      await expect(name, path).toHaveAttribute('href', 'https://clube.exemplo.pt')
      await expect(visitor.locator('img[src^="/api/organisation_logo/"]'), path).toBeVisible()
    }
    await visit(visitor, '/inscricao')

    await card.getByRole('button', { name: 'Retirar' }).click()
    await expect(toasts(page)).toContainText('Logótipo retirado.')
    await visitor.reload()
    await expect(head).toBeVisible()
    await expect(head.locator('img')).toHaveCount(0)
  })
})

test('a change of terminology changes menu, titles and addresses, also in open pages', async ({
  page,
  api,
  openPage,
}) => {
  await page.goto('/socios')
  await expect(page.getByRole('status').filter({ hasText: 'Em direto' })).toBeVisible()
  const office = await openPage('admin')
  await office.goto('/configuracaoOrganizacao?separador=palavras')
  await choose(office, 'Vocabulário', 'Associados, quotas – Associação, mutualidade, associação de pais')
  await choose(office, 'Artigo', 'a (feminino)')
  await expect(field(office, 'Quem pertence, no plural')).toHaveValue('associadas')
  await saveBar(office).getByRole('button', { name: 'Guardar' }).click()
  await expect(toasts(office)).toContainText('Guardado com sucesso.')
  await office.close()
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await expect(menu.getByRole('link', { name: 'Associadas' }).first()).toHaveAttribute('href', '/associadas')
  await menu.getByRole('link', { name: 'Associadas' }).first().click()
  await expect(page).toHaveURL('/associadas')
  await expect(page).toHaveTitle('Associadas – Clube Recreativo do Outeiro')
  await expect(page.getByRole('link', { name: 'Nova associada' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Associadas')
  await expect(page.getByText('sócio')).toHaveCount(0)

  const other = await openPage('admin')
  await other.goto('/configuracaoAssociadas')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Configuração de associadas')
  const taken = await api.patch('/api/settings/memberPlural', { data: { value: 'Utilizadores' } })
  expect(taken.status()).toBe(422)
})

function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
}
