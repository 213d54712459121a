import {
  addMember,
  answerOf,
  expect,
  logins,
  sessionOf,
  stored,
  test,
  today,
  tokensOf,
  useServer,
  visit,
  type Member,
  type Page,
} from '../fixtures.ts'
import { arrived, saveBar, toasts, userMenu } from '../page-parts.ts'

useServer()

const notFound = 'Página não encontrada'

const lists = ['/socios', '/dividas', '/pagamentos', '/candidaturas', '/cartoesSocio', '/socios?todos=sim']

/** Expects the first row or card of each list to begin above `limit` px. */
async function expectRowsAbove(page: Page, limit: number, paths: readonly string[]): Promise<void> {
  const first = page.getByRole('main').locator('[data-index="0"]')
  for (const path of paths) {
    await visit(page, path)
    await expect(first.getByRole('link').first()).toBeVisible()
    await arrived(page)
    await expect.poll(async () => (await first.boundingBox())?.y, `${path}, ${limit} px`).toBeLessThan(limit)
  }
}

test.describe('for staff', () => {
  test.use({ as: 'admin' })

  test('notices say that sending is off, and can be dismissed', async ({ page, api }) => {
    await test.step('staff see that sending is off, with a working link to the setting', async () => {
      await page.goto('/socios')
      const banner = page.getByText('O envio automático de mensagens encontra-se inactivo.')
      await expect(banner).toBeVisible()
      await banner.getByRole('link', { name: 'Alterar' }).click()
      await expect(page).toHaveURL('/configuracaoMensagens')
      await expect(page.getByText(notFound)).toHaveCount(0)
      await api.patch('/api/settings/SendMessages', { data: { value: 'true' } })
      await expect(banner).toHaveCount(0)
      await api.patch('/api/settings/SendMessages', { data: { value: 'false' } })
      await expect(banner).toBeVisible()
    })

    await test.step('a dismissed notice stays hidden until its text changes', async () => {
      const notice = page.getByText('Toda a informação é fictícia')
      const mute = page.getByText('O envio automático de mensagens encontra-se inactivo.')
      await visit(page, '/socios')
      await expect(mute).toBeVisible()
      const close = page.getByRole('button', { name: 'Pôr este aviso de parte' })
      await expect(close).toHaveCount(2)
      for (const width of [1280, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        for (const banner of [notice, mute])
          await expect
            .poll(async () => (await banner.locator('..').boundingBox())?.height, `one line at ${width} px`)
            .toBeLessThan(32)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await expect
        .poll(
          async () => (await notice.boundingBox())?.y === (await mute.boundingBox())?.y,
          'one line for both',
        )
        .toBe(true)
      await expectRowsAbove(page, 200, lists)
      await page.setViewportSize({ width: 1024, height: 900 })
      await close.first().click()
      await page.setViewportSize({ width: 1280, height: 800 })
      await expectRowsAbove(page, 200, lists)
      await page.setViewportSize({ width: 390, height: 844 })
      // Members have «Hoje» above them too.
      await expectRowsAbove(
        page,
        260,
        lists.filter((path) => !path.startsWith('/socios')),
      )
      await close.click()
      await expectRowsAbove(page, 260, lists)
      await page.setViewportSize({ width: 1280, height: 800 })
      await expectRowsAbove(page, 200, lists)
      await page.setViewportSize({ width: 1024, height: 900 })
      await visit(page, '/socios')
      await page.reload()
      await expect(page.getByRole('grid')).toBeVisible()
      await expect(notice).toHaveCount(0)
      await expect(mute).toHaveCount(0)
      await expect
        .poll(async () => (await page.locator('[aria-rowindex="2"]').boundingBox())?.y)
        .toBeLessThan(220)
      const held = async () => {
        const answer = await api.get('/api/messages?_state=held&_limit=1')
        return ((await answer.json()) as { meta: { total: number } }).meta.total
      }
      const before = await held()
      // Without a mail server, the message with a login link is held.
      await api.post('/api/auth', { data: { email: logins.editor.email, recover_password: true } })
      await expect.poll(held).toBeGreaterThan(before)
      await page.reload()
      await expect(mute).toBeVisible()
      await expect(notice).toHaveCount(0)
    })
  })

  test('screens and records are found, have a title, and lead back', async ({
    page,
    api,
    context,
    problems,
  }) => {
    await test.step('keys typed while the palette loads go to its search, not to the page', async () => {
      let arrive = () => {}
      const held = new Promise<void>((resolve) => (arrive = resolve))
      await page.route('**/assets/search-palette-*.js', async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/socios')
      await expect(page.getByRole('grid')).toBeVisible()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('nu')
      arrive()
      const search = page.getByRole('dialog', { name: 'Pesquisar' }).getByRole('textbox')
      await expect(search).toBeFocused()
      await page.keyboard.type('no')
      await expect(search).toHaveValue('nuno')
      await expect(page).toHaveURL('/socios')
      await page.keyboard.press('Escape')
    })

    await test.step('Ctrl+K finds people and screens', async () => {
      await addMember(api, { name: 'Anacleto Perdigão' })
      await visit(page, '/socios')
      await expect(page.getByRole('grid')).toBeVisible()
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Pesquisar' })
      await expect(palette.getByRole('textbox')).toBeFocused()
      await page.keyboard.type('perdigao anacl')
      await expect(palette.getByRole('option')).toHaveCount(1)
      await expect(palette.getByRole('option')).toContainText('Anacleto Perdigão')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/socios\/[0-9a-f-]{36}$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anacleto Perdigão')

      await page.keyboard.press('Control+k')
      await expect(palette.getByRole('option', { name: 'Início' })).toHaveCount(0)
      await page.keyboard.type('configuracao')
      await expect(palette.getByRole('option', { name: 'Configuração de sócios' })).toBeVisible()
      await page.keyboard.type(' xyz')
      await expect(palette).toContainText('Sem resultados')
      await palette.getByRole('textbox').fill('-')
      await expect(palette).toContainText('Sem resultados')
      await expect(palette.getByRole('option')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(palette).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anacleto Perdigão')
    })

    await test.step('the footer shows the licence and the last response time', async () => {
      await visit(page, '/socios')
      const foot = page.getByRole('contentinfo')
      await expect(foot).toContainText(/Última resposta: \d+ ms/)
      const owner = foot.getByRole('link', { name: /Agremia para associações/ })
      const licence = await page.request.get((await owner.getAttribute('href')) ?? '')
      expect(licence.status()).toBe(200)
      expect(licence.headers()['content-type']).toContain('text/plain')
    })

    await test.step('zoom and support are after the actions of a record', async () => {
      await visit(page, '/socios')
      await page.locator('[aria-rowindex="2"]').getByRole('link').click()
      const toolbar = page.getByRole('toolbar', { name: 'Ferramentas da página' })
      await expect(toolbar.getByRole('button', { name: 'Mais ações' })).toBeVisible()
      const names = () =>
        toolbar
          .locator('button, a')
          .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
      await expect
        .poll(async () => (await names()).slice(-3))
        .toEqual(['Diminuir o texto', 'Aumentar o texto', 'Apoio técnico'])
      expect((await names()).length).toBeGreaterThan(4)
    })

    await test.step('an unknown address shows an error page with a link home', async () => {
      await visit(page, '/nada/que/exista')
      await expect(page).toHaveTitle(`${notFound} – Clube Recreativo do Outeiro`)
      await expect(page.getByRole('main')).toContainText(notFound)
      await page.getByRole('link', { name: 'Ir para o início' }).click()
      await expect(page).toHaveURL('/socios')
    })

    await test.step('each screen has a title, and breadcrumbs link back', async () => {
      const { _id } = await addMember(api, { name: 'Deolinda Seabra' })
      const { id } = await (async () => {
        await visit(page, '/socios')
        return sessionOf(page)
      })()
      const crumbs = page.getByRole('navigation', { name: 'Localização' })
      for (const [path, title, trail] of [
        ['/socios', 'Sócios', ['Sócios']],
        ['/socios/novo', 'Novo sócio', ['Sócios', 'Novo sócio']],
        [`/socios/${_id}`, 'Ficha do sócio', ['Sócios', 'Deolinda Seabra']],
        [`/socios/${_id}/historico`, 'Ficha do sócio', ['Sócios', 'Deolinda Seabra']],
        ['/configuracaoSocios', 'Configuração de sócios', ['Configuração de sócios']],
        [`/utilizadores/${id}`, 'Perfil', ['Utilizadores', 'Perfil']],
      ] as const) {
        await visit(page, path)
        await expect(page, path).toHaveTitle(`${title} – Clube Recreativo do Outeiro`)
        await expect(crumbs.getByRole('listitem')).toHaveText(trail as unknown as string[])
      }
      await visit(page, `/socios/${_id}`)
      await crumbs.getByRole('link', { name: 'Sócios' }).click()
      await expect(page).toHaveURL('/socios')
    })

    await test.step('in a narrow bar each breadcrumb keeps some letters before its ellipsis', async () => {
      const [batch] = await answerOf<{ _id: string }[]>(await api.get('/api/message_batches?_limit=1'))
      await visit(page, `/mensagens/envios/${batch?._id}`)
      const texts = page.getByRole('navigation', { name: 'Localização' }).locator('li > :last-child')
      for (const width of [1280, 1024, 900, 800]) {
        await page.setViewportSize({ width, height: 720 })
        await expect(texts.last()).toBeVisible()
        const narrow = () =>
          texts.evaluateAll((all) => {
            const isNarrow = (one: Element) =>
              one.checkVisibility() && one.getBoundingClientRect().width <= 36
            return all.filter(isNarrow).map((one) => one.textContent)
          })
        await expect.poll(narrow, `${width} px`).toEqual([])
      }
      await page.setViewportSize({ width: 1280, height: 720 })
    })

    await test.step('the page shows that it is offline, until it is online again', async () => {
      problems.expect(/ERR_INTERNET_DISCONNECTED/)
      await visit(page, '/socios')
      await expect(page.getByRole('grid')).toBeVisible()
      const banner = page.getByText('Ligação à internet perdida. Verifique a ligação do seu dispositivo.')
      await expect(banner).toHaveCount(0)
      await context.setOffline(true)
      await expect(banner.first()).toBeVisible()
      await context.setOffline(false)
      await expect(banner).toHaveCount(0)
      await expect(page.getByRole('grid')).toBeVisible()
    })
  })

  test('on a phone there are cards, a drawer and a button at the bottom', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/socios')
    const cards = page.getByRole('list', { name: 'Sócios' })
    await expect(cards.getByRole('listitem').first()).toContainText(/n\.º/)
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Menu principal' })).toHaveCount(0)
    const add = page.getByRole('link', { name: 'Novo sócio' })
    const box = await add.boundingBox()
    expect(box && box.y > 844 * 0.7 && box.width >= 44 && box.height >= 44, JSON.stringify(box)).toBe(true)

    await page.getByRole('button', { name: 'Abrir o menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('button', { name: 'Configurações' }).click()
    await drawer.getByRole('link', { name: 'Sócios' }).last().click()
    await expect(page).toHaveURL('/configuracaoSocios')
    await expect(drawer).toHaveCount(0)
    await page.goBack()

    const name = await cards.getByRole('listitem').nth(2).locator('strong').innerText()
    await cards.getByRole('listitem').nth(2).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.goBack()
    await add.click()
    await expect(page).toHaveURL('/socios/novo')
  })

  test('settings of the device follow the system or the user, and are remembered', async ({ page }) => {
    await test.step('the first Tab stop skips the menu', async () => {
      await page.goto('/socios')
      await expect(page.getByRole('grid')).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Saltar para o conteúdo' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
    })

    await test.step('the menu collapses to icons, and is remembered', async () => {
      await page.goto('/socios')
      const menu = page.getByRole('navigation', { name: 'Menu principal' })
      const wide = (await menu.boundingBox())?.width ?? 0
      await page.getByRole('button', { name: 'Recolher menu' }).click()
      await expect.poll(async () => (await menu.boundingBox())?.width ?? wide).toBeLessThan(wide / 2)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Mostrar menu' })).toHaveAttribute(
        'aria-expanded',
        'false',
      )
      await expect(menu.getByRole('link', { name: 'Sócios' })).toHaveAttribute('aria-current', 'page')
      // Clicking a group expands the menu.
      await menu.getByRole('button', { name: 'Configurações' }).click()
      await expect(menu.getByRole('link', { name: 'Sócios' }).last()).toBeVisible()
      await page.keyboard.press('Control+b')
      await expect(page.getByRole('button', { name: 'Mostrar menu' })).toBeVisible()
    })

    await test.step('the colour scheme follows the system until the user chooses', async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto('/socios')
      const html = page.locator('html')
      await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(18, 20, 24)')
      await page.emulateMedia({ colorScheme: 'light' })
      await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 249, 247)')
      await userMenu(page, logins.admin.name).click()
      await page.getByText('Escuro').click()
      await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
      // The browser's radio button stays hidden while focused.
      const chosen = page.getByRole('radio', { name: 'Escuro' })
      await expect(chosen).toBeFocused()
      await expect(chosen).toHaveCSS('clip-path', 'inset(50%)')
      await page.reload()
      await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    })

    await test.step('the text size can be set from 12 to 19 px, and is remembered', async () => {
      await visit(page, '/socios')
      const larger = page.getByRole('button', { name: 'Aumentar o texto' })
      const smaller = page.getByRole('button', { name: 'Diminuir o texto' })
      for (const size of [17, 18, 19]) {
        await larger.click()
        await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`)
      }
      await expect(larger).toBeDisabled()
      expect(await stored(page, 'fontSize')).toBe('19')
      await page.reload()
      await expect(larger).toBeDisabled()
      await expect(page.locator('html')).toHaveCSS('font-size', '19px')
      for (let size = 18; size >= 12; size--) await smaller.click()
      await expect(page.locator('html')).toHaveCSS('font-size', '12px')
      await expect(smaller).toBeDisabled()
      expect(await stored(page, 'fontSize')).toBe('12')
    })
  })

  test('«Hoje» below the list links to waiting work, and the own page to the lists', async ({
    page,
    api,
  }) => {
    await test.step('«Hoje» below the list links to waiting work, and can be hidden with a key', async () => {
      const [year = '', month, day] = today().split('-')
      const born = `${Number(year) - 40}-${month}-${day}`
      const member = await addMember(api, { name: 'Aniceto Faz Anos', birthDate: born })
      await page.goto('/socios')
      const strip = page.getByRole('complementary', { name: 'Hoje' })
      await expect(strip.getByRole('link', { name: 'Aniceto Faz Anos' })).toHaveAttribute(
        'href',
        `/socios/${member._id}`,
      )
      await expect(strip).toContainText('Aniceto Faz Anos (40)')
      await expect(strip.getByRole('link', { name: /candidaturas? por tratar/ })).toHaveAttribute(
        'href',
        '/candidaturas',
      )
      const first = page.getByRole('grid').getByRole('row').nth(1)
      const [row, box] = [await first.boundingBox(), await strip.boundingBox()]
      expect(Number(row?.y), 'the rows stand where they stood').toBeLessThan(Number(box?.y))

      await page.keyboard.press('h')
      await expect(strip).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('grid')).toBeVisible()
      await expect(strip).toHaveCount(0)
      await page.keyboard.press('h')
      await expect(strip).toBeVisible()
      await strip.getByRole('link', { name: /mensage(m|ns) retidas?/ }).click()
      await expect(page).toHaveURL(/\/mensagens\?todos=sim&state=held/)
    })

    await test.step('an administrator without a membership has a page with links', async () => {
      await visit(page, '/dashboard')
      await expect(page.getByRole('main')).toContainText('A sua conta é da secretaria')
      await page.getByRole('link', { name: 'Ver todos os sócios' }).click()
      await expect(page).toHaveURL('/socios')
    })
  })
})

test('the profile can be edited, and a new password ends the other sessions', async ({
  page,
  api,
  openPage,
  problems,
}) => {
  problems.expect(/status of (401|403|422)/)
  const user = {
    name: 'Duarte Leal',
    email: 'duarte@exemplo.pt',
    role: 'editor',
    password: 'sardinha no pão',
  }
  await answerOf(await api.post('/api/users', { data: user }))
  const enter = async (device: Page, word: string) => {
    await device.goto('/autorizacao/entrar')
    await device.getByLabel('Email').fill(user.email)
    await device.getByLabel('Palavra-passe', { exact: true }).fill(word)
    await device.getByRole('button', { name: 'Entrar', exact: true }).click()
  }
  const other = await openPage(undefined)
  for (const device of [page, other]) {
    await enter(device, user.password)
    await expect(device.getByRole('grid')).toBeVisible()
  }

  await userMenu(page, 'Duarte Leal').click()
  await page.getByRole('link', { name: 'Editar perfil' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Perfil')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Duarte Leal Pinto')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(toasts(page)).toContainText('Guardado com sucesso.')

  const current = page.getByLabel(/^Palavra-passe atual( \*)?$/)
  const fresh = page.getByLabel(/^Nova palavra-passe( \*)?$/)
  await current.fill('errada de propósito')
  await fresh.fill('um cesto de figos')
  await page.getByRole('button', { name: 'Mudar palavra-passe' }).click()
  await expect(current).toHaveAccessibleDescription(/não está certa/)
  await current.fill(user.password)
  await fresh.fill('duarte leal')
  await page.getByRole('button', { name: 'Mudar palavra-passe' }).click()
  await expect(fresh).toHaveAccessibleDescription(/não pode assentar no nome/)
  await fresh.fill('um cesto de figos')
  await page.getByRole('button', { name: 'Mudar palavra-passe' }).click()
  await expect(toasts(page)).toContainText('Palavra-passe alterada.')
  await expect(current).toHaveValue('')
  await page.goto('/socios')
  await expect(page.getByRole('grid')).toBeVisible()

  await expect(other).toHaveURL('/autorizacao/entrar')
  await enter(other, user.password)
  await expect(other.getByRole('alert')).toHaveText('O email ou a palavra-passe não estão certos.')
  await enter(other, 'um cesto de figos')
  await expect(other).toHaveURL('/socios')
})

test.describe('for a member', () => {
  test.use({ as: 'member' })

  test('only the own page, profile and contacts are accessible', async ({ page, request }) => {
    await test.step('only the own page and profile are accessible', async () => {
      await page.goto('/')
      await expect(page).toHaveURL('/dashboard')
      const { name, id } = await sessionOf(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      const menu = page.getByRole('navigation', { name: 'Menu principal' })
      await expect(menu.getByRole('link')).toHaveText(['Início', 'Perfil'])
      await page.keyboard.press('Control+k')
      await expect(page.getByPlaceholder('Ecrã ou ação')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('link', { name: 'Apoio técnico' })).toHaveCount(0)
      await expect(page.getByText('O envio automático de mensagens')).toHaveCount(0)
      await menu.getByRole('link', { name: 'Perfil' }).click()
      await expect(page).toHaveURL(`/utilizadores/${id}`)
      await menu.getByRole('link', { name: 'Início' }).click()
      await expect(page).toHaveURL('/dashboard')

      for (const path of ['/socios', '/socios/novo', '/configuracaoSocios', '/adminHome']) {
        await page.goto(path)
        await expect(page.getByRole('main'), path).toContainText('Sem acesso')
        await expect(page.getByRole('main'), path).not.toContainText(notFound)
        await expect(page.getByRole('grid')).toHaveCount(0)
      }
      await visit(page, '/utilizadores/00000000-0000-7000-8000-000000000000')
      await expect(page.getByRole('main')).toContainText(notFound)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('a')
      await expect(page.getByRole('option').first()).toBeVisible()
      await expect(page.getByRole('option', { name: /Sócios|Novo sócio|Configuração de/ })).toHaveCount(0)
      await page.keyboard.press('Escape')

      const { access } = await tokensOf(request, 'member')
      const headers = { authorization: `Bearer ${access}` }
      const own = await answerOf<{ _id: string }[]>(await request.get('/api/members', { headers }))
      expect(own).toHaveLength(1)
      const admin = await tokensOf(request, 'admin')
      const all = await answerOf<{ _id: string }[]>(
        await request.get('/api/members?_limit=5', { headers: { authorization: `Bearer ${admin.access}` } }),
      )
      const another = all.find(({ _id }) => _id !== own[0]?._id)?._id
      expect((await request.get(`/api/members/${another}`, { headers })).status()).toBe(404)
      expect(
        (await request.patch(`/api/members/${another}`, { headers, data: { email: 'x@y.pt' } })).status(),
      ).toBe(404)
      expect((await request.post('/api/members', { headers, data: { name: 'Ana' } })).status()).toBe(403)
      expect(
        (await request.get('/api/users', { headers })).ok() &&
          (await answerOf<unknown[]>(await request.get('/api/users', { headers }))).length > 1,
      ).toBe(false)
      expect((await request.patch('/api/settings/staging', { headers, data: { value: 'false' } })).ok()).toBe(
        false,
      )
      const file = await (await request.get('/api/members/export?format=csv', { headers })).text()
      expect(file.trimEnd().split('\r\n')).toHaveLength(2)
    })

    await test.step('only the own contacts can be edited', async () => {
      await visit(page, '/dashboard')
      await page.getByRole('textbox', { name: 'Email' }).fill('novo.endereco@exemplo.pt')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await expect(toasts(page)).toContainText('Guardado com sucesso.')
      await expect(saveBar(page)).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('novo.endereco@exemplo.pt')
      await expect(page.getByRole('textbox', { name: 'Nome completo' })).toHaveCount(0)
      await expect(page.getByRole('textbox', { name: 'NIF' })).toHaveCount(0)

      const { access } = await tokensOf(request, 'member')
      const headers = { authorization: `Bearer ${access}` }
      const [own] = await answerOf<{ _id: string }[]>(await request.get('/api/members', { headers }))
      const refused = await request.patch(`/api/members/${own?._id}`, {
        headers,
        data: { name: 'Outro Nome' },
      })
      expect(refused.ok()).toBe(false)
    })
  })
})

test.describe('for an editor', () => {
  test.use({ as: 'editor' })

  test('the own page shows the own membership, or none', async ({ page, api }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('main')).toContainText('Sem ficha de sócio')
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(0)

    const [card] = await answerOf<{ memberId: string; personId: string }[]>(
      await api.get('/api/membership_cards?_status=sent&_limit=1'),
    )
    const member = await answerOf<Member>(await api.get(`/api/members/${card?.memberId}`))
    const { id } = await sessionOf(page)
    await answerOf(await api.patch(`/api/users/${id}`, { data: { personId: card?.personId } }))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(member.name)
    await expect(page.getByRole('region', { name: 'O meu cartão' })).toBeVisible()
  })
})

test('Portuguese text loads only the font subset; other letters load the full fonts', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  const write = (text: string) =>
    page.evaluate(async (given) => {
      const line = document.createElement('p')
      line.className = 'tabular'
      line.style.width = 'max-content'
      line.textContent = given
      document.body.append(line)
      const { width } = line.getBoundingClientRect()
      await document.fonts.ready
      return width
    }, text)

  await write('Ação n.º 1, «João» – 12,50 €')
  expect(fonts).toEqual([expect.stringContaining('-subset-')])
  const widths = await Promise.all([...'0123456789'].map((digit) => write(digit.repeat(20))))
  expect(new Set(widths).size, 'figures of one width').toBe(1)
  await write('Weiß, Łukasz')
  await expect.poll(() => fonts.length).toBe(3)
})
