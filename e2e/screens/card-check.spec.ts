import { samplePhoto } from '../../server/testing/sample-photo.ts'
import { mkdtemp, rm, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Browser, Request } from '@playwright/test'
import { qrBars } from '../../server/pdf/qr.ts'
import { launchWithCamera } from '../fake-camera.ts'
import type { StoredCards } from '../../web/api/stored-cards.ts'
import {
  answerOf,
  expect,
  stored,
  test,
  tokensOf,
  useServer,
  visit,
  type Page,
  addMember,
} from '../fixtures.ts'
import { field } from '../page-parts.ts'
import { type Card, addCard, rows, scanPath } from '../card-scanner.ts'
import type { Database } from '../../server/database/database.ts'

useServer()

const unknownCode = '0123456789AB'

/** Maximum of compressed bytes that the page of a check loads beyond those of every page. */
const maxBytes = 30 * 1024

async function suspend(database: Database, { memberId }: Card): Promise<void> {
  await database.pool.query(
    `UPDATE members SET current_state_id = (SELECT id FROM member_state_names WHERE NOT has_rights AND NOT marks_end LIMIT 1) WHERE id = $1`,
    [memberId],
  )
}

async function revoke(api: APIRequestContext, { id }: Card): Promise<void> {
  await answerOf(await api.post(`/api/membership_cards/${id}/revoke`, { data: { reason: 'Engano' } }))
}

test.describe('the scanner without a camera', () => {
  test.use({ as: 'admin' })

  test('codes are read without a camera, and the result is large', async ({ page, api }) => {
    await test.step('a missing camera is explained, with alternatives', async () => {
      await page.goto(scanPath)
      await page.getByRole('button', { name: 'Ligar a câmara' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'câmara' })).toContainText(
        'use um leitor ou o teclado',
      )
      await expect(page.getByRole('button', { name: 'Ligar a câmara' })).toBeVisible()
    })

    await test.step('codes are typed, pasted and read by keyboard readers, and exported', async () => {
      const [first, second] = [await addCard(api, 'Horácio Neto Prata'), await addCard(api, 'Ilda Vaz Serra')]
      await visit(page, scanPath)
      await page.getByRole('button', { name: 'Nova lista' }).click()
      const code = field(page, 'Código do cartão')
      await code.fill(`https://outro.exemplo.pt/v/${first.code}`)
      await code.press('Enter')
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page).first()).toContainText('Horácio P.')
      await expect(code).toHaveValue('')

      // A barcode reader sends keys to the focused element: a focused button must not be pressed, and the keyboard layout may differ.
      await page.getByRole('button', { name: 'Nova lista' }).focus()
      await readByKeyboard(page, `httpsÇ--exemplo.pt-v-${second.code}`)
      await expect(rows(page)).toHaveCount(2)
      await expect(rows(page).first()).toContainText('Ilda S.')
      await readByKeyboard(page, first.code)
      await expect(rows(page)).toHaveCount(3)
      await expect(rows(page).first()).toContainText(/Repetido: 1\.ª vez às \d\d:\d\d/)
      await readByKeyboard(page, 'https://www.exemplo.pt/bilhete')
      await expect(rows(page).first()).toContainText('Desconhecido')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      // Another window of the same list, and the page after a reload, show all checks.
      const again = await page.context().newPage()
      await again.goto(page.url())
      await expect(rows(again)).toHaveCount(4)
      await readByKeyboard(again, second.code)
      await expect(rows(page)).toHaveCount(5)

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar' }).click()
      const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
      expect(lines[0]).toBe(
        '\ufeffData;Hora;N.º de sócio;Nome;Categoria;Estado;Válido até;Repetido;Verificado',
      )
      expect(lines[1]).toMatch(
        new RegExp(
          `^\\d\\d/\\d\\d/\\d{4};\\d\\d:\\d\\d;${first.memberNumber};Horácio P\\.;Efetivo;Válido;31/12/\\d{4};;Sim$`,
        ),
      )
      expect(lines[3]).toMatch(/Horácio P\..*;1\.ª vez às \d\d:\d\d;Sim$/)
      expect(lines[4]).toMatch(/;https:\/\/www\.exemplo\.pt\/bilhete;;Desconhecido;;;Sim$/)
      expect(lines).toHaveLength(7)

      const sound = page.getByRole('button', { name: 'Som' })
      await sound.click()
      await page.getByRole('button', { name: 'Nova lista' }).click()
      await expect(rows(page)).toHaveCount(0)
      await page.reload()
      await expect(sound).toHaveAttribute('aria-pressed', 'false')
    })

    await test.step('the result is large, with photo and record of the member; members without a card are found by name', async () => {
      const card = await addCard(api, 'Matilde Roxo Campos')
      const file = { name: 'cara.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto(7) }
      expect((await api.post(`/api/member_photos/${card.memberId}`, { multipart: { file } })).ok()).toBe(true)
      const without = await addMember(api, { name: 'Nuno Sem Cartão Pires' })
      await visit(page, scanPath)
      await page.getByRole('button', { name: 'Nova lista' }).click()
      const verdict = page.getByRole('region', { name: 'Último cartão' })
      await expect(verdict).toContainText('À espera do primeiro cartão')
      await readByKeyboard(page, card.code)
      const title = verdict.getByText('Cartão válido', { exact: true })
      await expect(title).toBeVisible()
      const size = await title.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
      expect(size).toBeGreaterThanOrEqual(32)
      await expect(async () => {
        const { width = 0, height = 0 } = (await verdict.boundingBox()) ?? {}
        const column = (await verdict.locator('..').boundingBox())?.width ?? 0
        expect(width).toBeCloseTo(column, 0)
        expect(height).toBeGreaterThan(300)
      }).toPass()
      await expect(verdict.getByRole('img', { name: 'Fotografia de Matilde Roxo Campos' })).toBeVisible()
      await expect(
        verdict.getByRole('link', { name: 'Abrir a ficha de Matilde Roxo Campos' }),
      ).toHaveAttribute('href', `/socios/${card.memberId}`)

      // Found by name: a member with a card counts like a scan, one without as «sem cartão»; each counts once.
      const search = page.getByRole('combobox', { name: 'Sem o cartão: pesquisar pelo nome ou número' })
      await search.fill('matilde roxo')
      await expect(page.getByRole('option')).toHaveCount(1)
      await search.press('Enter')
      await expect(verdict).toContainText('Cartão válido (repetido)')
      await search.fill(String(without.memberNumber))
      await expect(page.getByRole('option').first()).toContainText('Nuno Sem Cartão Pires')
      await search.press('Enter')
      await expect(verdict.getByText('Sem cartão', { exact: true })).toBeVisible()
      await expect(verdict).not.toContainText('válido')
      await expect(rows(page).first()).toContainText('Nuno Sem Cartão Pires')
      const counts = page.getByRole('list', { name: 'Contagem por estado' })
      await expect(counts).toContainText('2 entradas')
      await expect(counts).toContainText('Válido: 1')
      await expect(counts).toContainText('Sem cartão: 1')
      await expect(counts).toContainText('Repetido: 1')
      await page.reload()
      await expect(rows(page)).toHaveCount(3)
      await expect(counts).toContainText('2 entradas')
    })
  })
})

test.describe('the public page of a card', () => {
  test('shows the status of a card or that nothing is known, and accepts other codes', async ({
    page,
    api,
    database,
    problems,
    context,
  }) => {
    await test.step('shows the status of the card, and minimal data of its member', async () => {
      problems.expect(/status of 404 .*verify/)
      const card = await addCard(api, 'Leonilde Marques Patrício')
      const title = page.getByRole('heading', { level: 1 })
      const outside: string[] = []
      page.on('request', (request) => outside.push(new URL(request.url()).origin))

      await page.goto(`/v/${card.code}`)
      await expect(title).toHaveText('Cartão válido')
      const shown = page.getByRole('region', { name: 'Cartão' })
      await expect(shown).toContainText('Leonilde P.')
      await expect(shown).toContainText(`Sócio n.º ${card.memberNumber} · Efetivo`)
      await expect(shown).toContainText('Sócio desde2020')
      await expect(shown).toContainText(/Válido até31\/12\/\d{4}/)
      await expect(page.locator('main')).not.toContainText('Marques')
      await expect(page.getByRole('link')).toHaveCount(0)
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
      expect([...new Set(outside)]).toEqual([new URL(page.url()).origin])

      const debt = {
        memberId: card.memberId,
        type: 'quota',
        year: 2021,
        amount: 24.15,
        dueDate: '2021-03-31',
      }
      await answerOf(await api.post('/api/unsettled_payments', { data: debt }))
      await page.reload()
      await expect(title).toHaveText('Situação irregular — contacte a secretaria')
      await expect(page.locator('main')).not.toContainText(/24,15|€/)
      await database.pool.query(`UPDATE membership_cards SET valid_until = '2021-12-31' WHERE id = $1`, [
        card.id,
      ])
      await page.reload()
      await expect(title).toHaveText('Cartão expirado em 31/12/2021')
      await suspend(database, card)
      await page.reload()
      await expect(title).toHaveText('Cartão suspenso')
      await revoke(api, card)
      await page.reload()
      await expect(title).toHaveText('Cartão sem validade')

      for (const code of [unknownCode, 'nada']) {
        await visit(page, `/v/${code}`)
        await expect(title).toHaveText('Cartão não encontrado')
        await expect(page.getByRole('region', { name: 'Cartão' })).toHaveCount(0)
      }
    })

    await test.step('accepts the code of another card with misread letters, and rejects incomplete codes', async () => {
      problems.expect(/status of 404 .*verify/)
      const { code, memberNumber } = await addCard(api, 'Silvério Antunes Godinho')
      await visit(page, `/v/${unknownCode}`)
      const other = field(page, 'Verificar outro')
      await other.fill('7K3M')
      await other.press('Enter')
      await expect(page.getByRole('alert')).toContainText('São 12 letras e algarismos')
      await expect(other).toBeFocused()
      const misread = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
      await other.fill(`${misread.slice(0, 4)} ${misread.slice(4, 8)}-${misread.slice(8)}`)
      await page.getByRole('button', { name: 'Verificar', exact: true }).click()
      await expect(page).toHaveURL(`/v/${code}`)
      await expect(page.getByText(`Sócio n.º ${memberNumber}`)).toBeVisible()
      await expect(other).toHaveValue('')
    })

    await test.step('without connection shows that nothing is known, and retries after reconnecting', async () => {
      problems.expect(/ERR_INTERNET_DISCONNECTED/)
      const { code } = await addCard(api, 'Amadeu Rosa Pinto')
      await visit(page, `/v/${code}`)
      await expect(page.getByRole('heading', { name: 'Cartão válido' })).toBeVisible()
      await context.setOffline(true)
      const other = field(page, 'Verificar outro')
      await other.fill(unknownCode)
      await other.press('Enter')
      await expect(page.getByRole('heading', { name: 'Não foi possível verificar' })).toBeVisible()
      await expect(page.getByText('Não há ligação à internet')).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      problems.expect(/status of 404 .*verify/)
      await context.setOffline(false)
      await expect(page.getByRole('heading', { name: 'Cartão não encontrado' })).toBeVisible()
    })
  })

  test('loads little more than every page', async ({ openPage, api }) => {
    const { code } = await addCard(api, 'Deolinda Faria Mota')
    const scriptsOf = async (path: string) => {
      const page = await openPage(undefined)
      const scripts: Request[] = []
      page.on('requestfinished', (request) => {
        if (request.resourceType() === 'script') scripts.push(request)
      })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('A verificar…')
      await page.waitForLoadState('networkidle')
      const sizes = scripts.map(
        async (script) => [script.url(), (await script.sizes()).responseBodySize] as const,
      )
      return new Map(await Promise.all(sizes))
    }
    const [everywhere, here] = [await scriptsOf('/nada'), await scriptsOf(`/v/${code}`)]
    const own = [...here].filter(([url]) => !everywhere.has(url))
    expect(own.length).toBeGreaterThan(0)
    expect(own.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(maxBytes)
  })

  test('links to the records for staff', async ({ openPage, api }) => {
    const { code, id, memberId } = await addCard(api, 'Zulmira Costa Reis')
    const page = await openPage('editor')
    await page.goto(`/v/${code}`)
    await expect(page.getByRole('link', { name: 'Ficha do sócio' })).toHaveAttribute(
      'href',
      `/socios/${memberId}`,
    )
    await expect(page.getByRole('link', { name: 'Ver o cartão' })).toHaveAttribute(
      'href',
      `/cartoesSocio/${id}`,
    )
    await page.getByRole('link', { name: 'Ficha do sócio' }).click()
    await expect(page.getByRole('heading', { name: 'Zulmira Costa Reis' })).toBeVisible()
  })
})

test.describe('the scanner', () => {
  test.use({ as: 'admin' })

  test('the camera reads several cards', async ({ api, server, playwright, problems }) => {
    problems.expect(/status of 404 .*verify/)
    const [first, second] = [await addCard(api, 'Berta Lima Salgado'), await addCard(api, 'Caetano Dias Vau')]
    await revoke(api, second)
    const folder = await mkdtemp(join(tmpdir(), 'agremia-camera-'))
    const urlOf = (code: string) => `${server.url}/v/${code}`
    const nothing = { text: undefined, frames: 6 }
    const browser = await launchWithCamera(join(folder, 'cards.y4m'), [
      nothing,
      { text: urlOf(first.code), frames: 10 },
      nothing,
      { text: urlOf(second.code), frames: 10 },
      nothing,
      { text: urlOf(unknownCode), frames: 10 },
      nothing,
    ])
    try {
      const page = await openAsAdmin(browser, { server, request: await playwright.request.newContext() })
      problems.watch(page.context())
      await page.goto(scanPath)
      await page.getByRole('button', { name: 'Ligar a câmara' }).click()
      const firstOf = (text: string) => rows(page).filter({ hasText: text }).last()
      await expect(firstOf('Berta S.')).toContainText('Válido')
      await expect(firstOf('Caetano V.')).toContainText('Sem validade')
      await expect(firstOf(unknownCode)).toContainText('Desconhecido')
      // The scenes repeat: each card is shown again.
      await expect(rows(page).filter({ hasText: 'Berta S.' }).first()).toContainText('Repetido: 1.ª vez às')
      // Reopened, the page continues with its list and its camera.
      await page.reload()
      await page.getByRole('button', { name: 'Desligar a câmara' }).click()
      await expect(firstOf('Berta S.')).not.toContainText('Repetido')
      const counts = page.getByRole('list', { name: 'Contagem por estado' })
      await expect(counts).toContainText('Válido: 1')
      await expect(counts).toContainText('Sem validade: 1')
      await expect(counts).toContainText('Desconhecido: 1')
    } finally {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('offline the known list gives the verdict, and later the server overrides it', async ({
    page,
    context,
    api,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED/, /status of 404 .*verify/)
    const [good, ended] = [await addCard(api, 'Jacinta Melo Brás'), await addCard(api, 'Lourenço Gil Teles')]
    const listed = page.waitForResponse('**/membership_cards/known')
    await page.goto(scanPath)
    expect((await listed).ok()).toBe(true)
    const code = field(page, 'Código do cartão')
    const check = async (text: string) => {
      await code.fill(text)
      await code.press('Enter')
    }
    await context.setOffline(true)
    await check(good.code)
    await expect(rows(page).first()).toContainText('Jacinta B.')
    await expect(rows(page).first()).toContainText(/Válido.*Pela lista das \d\d:\d\d/)
    await check(ended.code)
    await expect(rows(page).first()).toContainText('Lourenço T.')
    await check(unknownCode)
    await expect(rows(page).first()).toContainText(/Desconhecido.*Pela lista/)
    await expect(page.getByText('Sem contacto com o servidor.')).toBeVisible()
    await expect(page.getByText('3 por confirmar')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await revoke(api, ended)

    await context.setOffline(false)
    await expect(page.getByText('Sem contacto com o servidor.')).toHaveCount(0)
    const row = (text: string) => rows(page).filter({ hasText: text })
    await expect(row('Jacinta B.')).not.toContainText('Pela lista das')
    await expect(row('Jacinta B.')).toContainText('Válido')
    await expect(row('Lourenço T.')).toContainText(/Sem validade.*Antes, pela lista: Válido/)
    await expect(row(unknownCode)).toContainText('Desconhecido')
  })
})

test.describe('a member', () => {
  test.use({ as: 'member' })

  test('sees the own card offline until the session ends, and nothing else is stored', async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(
      /ERR_INTERNET_DISCONNECTED/,
      /WebSocket connection .* failed/,
      // A navigation interrupts the offline page while it reloads by itself.
      /ERR_FAILED GET \S+\/offline-card\.js/,
    )
    await page.goto('/dashboard')
    const part = page.getByRole('region', { name: 'O meu cartão' })
    await expect(part.getByRole('img')).toBeVisible()
    await expect.poll(() => stored(page, 'kept-cards')).toContain('<svg')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
    const name = (JSON.parse((await stored(page, 'kept-cards')) ?? '') as StoredCards).cards[0]?.name ?? ''
    expect(name).not.toBe('')

    await context.setOffline(true)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Sem ligação à internet' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Código QR do cartão' })).toBeVisible()
    await expect(page.getByText(/^\w{4}-\w{4}-\w{4}$/)).toBeVisible()
    await expect(page.getByText(name, { exact: true })).toBeVisible()
    await expect(page.getByText(/^Cartão guardado neste dispositivo em \d\d\/\d\d\/\d{4}/)).toBeVisible()
    // Also in pages opened later; no response of the API is in a cache.
    const later = await context.newPage()
    await later.goto('/')
    await expect(later.getByText(name, { exact: true })).toBeVisible()
    const cached = () =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const found = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()))
        return found.flat().map(({ url }) => new URL(url).pathname)
      })
    expect((await cached()).toSorted()).toEqual(['/offline-card.html', '/offline-card.js'])

    // After logging out, the card is neither shown nor stored.
    await context.setOffline(false)
    // The page may be reloading by itself, which interrupts this navigation to the same address.
    await page.goto('/dashboard').catch(() => undefined)
    await expect(part.getByRole('img')).toBeVisible()
    await page.goto('/autorizacao/sair')
    await expect.poll(() => stored(page, 'kept-cards')).toBeNull()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    await context.setOffline(true)
    await later.reload().catch(() => undefined)
    await expect(later.getByText(name, { exact: true })).toHaveCount(0)
  })

  test('opens the card in full screen, and without a card sees no section of cards', async ({
    page,
    api,
    server,
    database,
  }) => {
    await test.step('opens and closes the card in full screen, with a large code', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto('/dashboard')
      const part = page.getByRole('region', { name: 'O meu cartão' })
      await expect(part.getByRole('img')).toBeVisible()
      const hold = part.getByRole('button', { name: 'Mostrar em ecrã inteiro' })
      await hold.focus()
      await page.keyboard.press('Enter')
      const card = page.getByRole('dialog')
      const shown = await card.getByText(/^\w{4}-\w{4}-\w{4}$/).textContent()
      const code = String(shown).replaceAll('-', '')
      expect(
        (await answerOf<{ status: string }>(await api.get(`/api/membership_cards/verify/${code}`))).status,
      ).toBe('valido')
      const picture = card.getByRole('img', { name: 'Código QR do cartão' })
      const { width = 0 } = (await picture.boundingBox()) ?? {}
      const { left, right } = darkOf(qrBars(`${server.url}/v/${code}`, { x: 0, y: 0, w: width, h: width }))
      expect(right - left).toBeGreaterThan(0.6 * 390)
      await expect(card.locator('> div > div').last()).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expect(card).toContainText(/Sócio n\.º \d+/)
      await page.keyboard.press('Escape')
      await expect(card).toHaveCount(0)
      await expect(hold).toBeFocused()
    })

    await test.step('without a card sees no section of cards', async () => {
      await database.pool.query(
        `UPDATE membership_cards SET status = 'revoked' WHERE member_id IN
         (SELECT m.id FROM members m JOIN users u ON u.person_id = m.person_id WHERE u.role = 'member')`,
      )
      await page.goto('/dashboard')
      await expect(page.getByRole('region', { name: 'As mensagens que recebi' })).toBeVisible()
      await expect(page.getByText('Mostrar em ecrã inteiro')).toHaveCount(0)
    })
  })
})

function darkOf(bars: readonly { x: number; w: number }[]): { left: number; right: number } {
  return { left: Math.min(...bars.map(({ x }) => x)), right: Math.max(...bars.map(({ x, w }) => x + w)) }
}

async function openAsAdmin(
  browser: Browser,
  { server, request }: { server: { url: string }; request: APIRequestContext },
): Promise<Page> {
  const { access, refresh } = await tokensOf(request, 'admin')
  await request.dispose()
  const localStorage = [
    { name: 'authentication', value: access },
    { name: 'refreshToken', value: refresh },
  ]
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'pt-PT',
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  })
  return context.newPage()
}

/** Types like a keyboard reader: all keys at once, to the focused element. */
async function readByKeyboard(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (keys) => {
      for (const key of keys)
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    },
    [...text, 'Enter'],
  )
}
