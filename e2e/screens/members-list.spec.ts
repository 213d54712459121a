import { readFile } from 'node:fs/promises'
import { readZip } from '../../server/testing/read-zip.ts'
import { addMember, answerOf, expect, logins, test, visit, type Locator, type Page } from '../fixtures.ts'
import type { Route } from '@playwright/test'
import { fontsArrived, toasts, runOnSelection } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'
import { counted, memberCount, numberOf, rows, useServerWithMembers } from '../members-list.ts'

useServerWithMembers()
test.use({ as: 'admin' })

test('the first load requests few scripts, and the list once', async ({ page }) => {
  await test.step('the first load requests four scripts: entry, application, list and the runtime of the bundler', async () => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.goto('/socios')
    await expect(page.locator('#root').getByRole('searchbox', { name: 'Pesquisar sócios' })).toBeVisible()
    expect(scripts.map((path) => path.replace(/-[\w-]{8}\.js$/, ''))).toEqual(
      expect.arrayContaining(['/assets/entry', '/assets/start', '/assets/list']),
    )
    expect(scripts.length).toBeLessThanOrEqual(4)
  })

  await test.step('the list is requested once, with only its visible columns', async () => {
    const requestedColumns: string[][] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/members')
        requestedColumns.push((searchParams.get('_columns') ?? 'all').split(','))
    })
    await page.goto('/socios')
    await rowsAreThere(page)
    await expect(page.getByRole('gridcell', { name: 'Ativo' }).first()).toBeVisible()
    expect(requestedColumns, 'the early request of the page matches that of the list').toHaveLength(1)
    expect(requestedColumns[0]).toContain('name')
    expect(requestedColumns[0], 'hidden columns are not requested').not.toContain('nif')

    await page.getByRole('button', { name: 'Colunas' }).click()
    await page.getByRole('checkbox', { name: 'Telemóvel' }).uncheck()
    await page.getByRole('checkbox', { name: 'Email', exact: true }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('gridcell', { name: /@/ }).first()).toBeVisible()
    expect(requestedColumns, 'hiding a column sends no request').toHaveLength(2)
    expect(requestedColumns[1]).toEqual([...(requestedColumns[0] ?? []), 'email'].toSorted())
  })
})

test('the list is filtered by state and sorted by columns', async ({ page, database }) => {
  await test.step('the state filter shows current members by default, and others on request', async () => {
    const { rows: states } = await database.pool.query<{ name: string; ended: boolean; count: number }>(
      `SELECT n.name, n.marks_end AS ended, count(m.id)::int AS count FROM member_state_names n
     LEFT JOIN members m ON m.current_state_id = n.id GROUP BY n.id`,
    )
    const total = (ended: boolean) =>
      states.filter((state) => state.ended === ended).reduce((sum, { count }) => sum + count, 0)
    await page.goto('/socios')
    const grid = page.getByRole('grid', { name: 'Sócios' })
    await expect(grid).toHaveAttribute('aria-rowcount', String(total(false) + 1))

    const filters = page.getByRole('region', { name: 'Filtros' })
    await filters.getByRole('button', { name: 'Estado: ativos' }).click()
    const dead = states.find(({ name }) => name === 'Falecido')?.count ?? 0
    await page.getByRole('button', { name: 'já saíram', exact: true }).click()
    await expect(grid).toHaveAttribute('aria-rowcount', String(total(true) - dead + 1))
    await expect(filters.getByRole('button', { name: 'Estado: já saíram' })).toBeVisible()
    await expect(rows(grid).getByText('Ativo', { exact: true })).toHaveCount(0)
    await expect(rows(grid).getByText('Falecido', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'faleceram', exact: true }).click()
    await expect(grid).toHaveAttribute('aria-rowcount', String(dead + 1))

    await page.getByRole('button', { name: 'já saíram', exact: true }).click()
    const left = states.find(({ name }) => name === 'Exonerado')?.count ?? 0
    for (const { name } of states.filter(
      (state) => state.ended && !['Falecido', 'Exonerado'].includes(state.name),
    )) {
      const choice = page.getByRole('checkbox', { name, exact: true })
      await choice.click()
      await expect(choice).not.toBeChecked()
    }
    await expect(grid).toHaveAttribute('aria-rowcount', String(left + 1))
    await page.keyboard.press('Escape')
    const chip = filters.getByRole('button', { name: 'Estado: Exonerado' })
    await expect(chip).toBeFocused()
    await expect(chip, 'the focus ring is around the chip and crosses no border').toHaveCSS(
      'outline-style',
      'none',
    )
    const whole = filters.locator('[data-active]').filter({
      has: page.getByRole('button', { name: 'Estado: Exonerado' }),
    })
    await expect(whole).toHaveCSS('outline-style', 'solid')
    await expect(whole).toHaveCSS('outline-offset', '2px')

    await page.reload()
    await expect(grid).toHaveAttribute('aria-rowcount', String(left + 1))
    await filters.getByRole('button', { name: 'Retirar o filtro Estado' }).click()
    await expect(page).toHaveURL('/socios?todos=sim')
    await expect(grid).toHaveAttribute('aria-rowcount', String(memberCount + 1))
  })

  await test.step('columns sort the list, by the rules of Portuguese', async () => {
    const { rows: ordered } = await database.pool.query<{ name: string }>(
      `SELECT p.name FROM members m JOIN people p ON p.id = m.person_id ORDER BY p.name COLLATE "pt-PT-x-icu", m.id`,
    )
    await visit(page, '/socios?todos=sim')
    const grid = page.getByRole('grid', { name: 'Sócios' })
    const head = page.getByRole('columnheader', { name: 'Nome' })
    const first = rows(grid).first().locator('[data-title]')
    await expect(page.getByRole('columnheader', { name: 'N.º' })).toHaveAttribute('aria-sort', 'ascending')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(first).toContainText(ordered[0]?.name ?? '')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(first).toContainText(ordered.at(-1)?.name ?? '')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'none')
    await expect(first).not.toContainText(ordered.at(-1)?.name ?? '')
  })

  await test.step('amounts sort from the largest first, state and category in their own order', async () => {
    await visit(page, '/socios')
    for (const [name, order] of [
      ['Dívida', '-balance'],
      ['Estado', 'currentStateId'],
      ['Categoria', 'categoryId'],
    ] as const) {
      await page.getByRole('columnheader', { name, exact: true }).getByRole('button').click()
      await expect(page).toHaveURL(new RegExp(`[?&]ordem=${order}(&|$)`))
    }
  })
})

test('columns are chosen, moved and resized; names and amounts stand out', async ({ page, database }) => {
  await test.step('chosen and moved columns are remembered for the path', async () => {
    await page.goto('/socios')
    await page.getByRole('button', { name: 'Colunas' }).click()
    await page.getByRole('checkbox', { name: 'NIF', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Telemóvel' }).uncheck()
    const handle = page.getByRole('button', { name: /^Mudar Estado de lugar/ })
    await handle.press('ArrowUp')
    await handle.press('ArrowUp')
    await expect(handle).toBeFocused()
    await page.keyboard.press('Escape')
    const heads = page.getByRole('columnheader')
    const years = /^Quotas \d{4}–\d{4}$/
    const chosen = ['', 'Estado', 'N.º', 'Nome', 'Categoria', 'Dívida', years, 'Desde', 'NIF']
    await expect(heads).toHaveText(chosen)
    await expect(page.getByRole('gridcell', { name: /^\d{3} \d{3} \d{3}$/ }).first()).toBeVisible()

    await page.reload()
    await expect(heads).toHaveText(chosen)
    await page.getByRole('button', { name: 'Colunas' }).click()
    await page.getByRole('button', { name: 'Repor' }).click()
    await expect(heads).toHaveText([
      '',
      'N.º',
      'Nome',
      'Estado',
      'Categoria',
      'Dívida',
      years,
      'Telemóvel',
      'Desde',
    ])
    await page.keyboard.press('Escape')
  })

  await test.step('in a narrow window the last columns give way, and the choice of columns shows them all the same', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await visit(page, '/socios?todos=sim')
    const heads = page.getByRole('columnheader')
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect(head('Desde')).toHaveCount(0)
    await expect(head('Telemóvel')).toHaveCount(0)
    await expect(head('Nome')).toBeInViewport({ ratio: 1 })
    await expect(heads.last()).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Colunas' }).click()
    const choice = page.getByRole('dialog')
    const since = page.getByRole('checkbox', { name: 'Desde', exact: true })
    await expect(since).toBeChecked()
    await expect(choice.getByRole('listitem').filter({ has: since })).toContainText('Não cabe nesta largura')
    await choice.getByRole('button', { name: 'Mostrar Desde mesmo assim' }).click()
    await expect(head('Desde')).toHaveCount(1)
    await page.getByRole('button', { name: 'Repor' }).click()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(head('Telemóvel')).toHaveCount(1)
  })

  await test.step('names and amounts are dark, numbers and dates light, and names and badges whole while there is room', async () => {
    const { rows: suspended } = await database.pool.query<{ id: string }>(
      `SELECT n.id FROM members m JOIN member_state_names n ON n.id = m.current_state_id WHERE n.name = 'Suspenso (quotas)' LIMIT 1`,
    )
    const isWhole = (text: Element) => text.scrollWidth <= text.clientWidth
    await page.setViewportSize({ width: 1280, height: 900 })
    await visit(page, `/socios?currentStateId=${suspended[0]?.id}`)
    const badge = page.getByRole('gridcell').getByText('Suspenso (quotas)').first()
    await expect(badge).toBeVisible()
    expect(await badge.evaluate(isWhole)).toBe(true)
    const names = rows(page.getByRole('grid')).getByRole('link').getByTitle(/./)
    await visit(page, '/socios')
    await expect(names.nth(5)).toBeVisible()
    for (const name of (await names.all()).slice(0, 6)) expect(await name.evaluate(isWhole)).toBe(true)

    const colourOf = async (column: string) => {
      const heads = await page.getByRole('columnheader').allInnerTexts()
      const cell = rows(page.getByRole('grid')).first().getByRole('gridcell').nth(heads.indexOf(column))
      return cell.evaluate((one) => getComputedStyle(one).color)
    }
    const ink = await page.evaluate(() => getComputedStyle(document.body).color)
    for (const column of ['Nome', 'Dívida']) expect(await colourOf(column), column).toBe(ink)
    for (const column of ['N.º', 'Telemóvel', 'Desde']) expect(await colourOf(column), column).not.toBe(ink)
  })

  await test.step('resizing keeps the column’s edge under the pointer, and the name visible', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await visit(page, '/socios')
    const grid = page.getByRole('grid', { name: 'Sócios' })
    await expect(rows(grid).first()).toBeVisible()
    const head = grid.getByRole('columnheader', { name: 'Categoria' })
    const edge = head.locator('span[aria-hidden]').last()
    const rightOf = async () => {
      const box = await head.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }
    const { x = 0, y = 0, width = 0 } = (await edge.boundingBox()) ?? {}
    const pointer = x + width / 2
    const before = await rightOf()
    await page.mouse.move(pointer, y + 10)
    await page.mouse.down()
    for (const moved of [30, 120, 75, 400]) {
      await page.mouse.move(pointer + moved, y + 10)
      await expect.poll(async () => Math.abs((await rightOf()) - before - moved)).toBeLessThan(2)
    }
    await page.mouse.up()

    const name = rows(grid).first().locator('[data-title]')
    const frame = await grid.locator('..').boundingBox()
    await grid.locator('..').evaluate((scroller) => scroller.scrollBy(2000, 0))
    await expect.poll(async () => (await name.boundingBox())?.x).toBeCloseTo((frame?.x ?? 0) + 1, 0)
    await expect(grid.getByRole('columnheader', { name: 'Nome' })).toBeInViewport()
  })
})

test('a long list is scrolled, and returning from a record restores its place', async ({ page }) => {
  await test.step('scrolling a long list to its end needs few rows and few requests', async () => {
    const pages: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/members') pages.push(searchParams.get('_page') ?? '')
    })
    await page.goto('/socios?todos=sim')
    const grid = page.getByRole('grid', { name: 'Sócios' })
    await expect(grid).toHaveAttribute('aria-rowcount', String(memberCount + 1))
    await expect(page.locator('h1 + *')).toHaveText(/^1.?250$/)
    await rows(grid).first().focus()
    await page.keyboard.press('End')
    const last = page.locator(`[aria-rowindex="${memberCount + 1}"]`)
    await expect(numberOf(last)).toHaveText(String(memberCount))
    await expect(last).toBeInViewport({ ratio: 0.9 })
    await expect(last).toBeFocused()
    expect(await rows(grid).count()).toBeLessThan(60)
    expect([...new Set(pages)].filter((page) => !['1', '12', '13'].includes(page))).toEqual([])

    await page.keyboard.press('Home')
    await expect(page.locator('[aria-rowindex="2"]')).toBeFocused()
    const box = await grid.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200)
    await page.mouse.wheel(0, 700 * 34)
    await expect(numberOf(page.locator('[aria-rowindex="701"]'))).toHaveText('700')
    expect(await rows(grid).count()).toBeLessThan(60)
  })

  await test.step('returning from a record restores scroll position and focused row', async () => {
    await visit(page, '/socios?todos=sim')
    const grid = page.getByRole('grid', { name: 'Sócios' })
    await rows(grid).first().focus()
    await page.keyboard.press('End')
    const row = page.locator(`[aria-rowindex="${memberCount - 4}"]`)
    await expect(numberOf(row)).toHaveText(String(memberCount - 5))
    await row.getByRole('link').click()
    await expect(page).toHaveURL(/\/socios\/[0-9a-f-]{36}$/)
    await expect(grid).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/socios?todos=sim')
    await expect(row).toBeInViewport()
    await expect(row).toBeFocused()

    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Histórico' }).click()
    await expect(page).toHaveURL(/\/historico$/)
    await page.getByRole('navigation', { name: 'Localização' }).getByRole('link', { name: 'Sócios' }).click()
    const above = page.locator(`[aria-rowindex="${memberCount - 5}"]`)
    await expect(above).toBeFocused()
    await expect(above).toBeInViewport()

    await page.keyboard.press('Enter')
    await expect(grid).toHaveCount(0)
    const menu = page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Sócios', exact: true })
    await menu.click()
    await expect(above).toBeInViewport()
    await expect(page.getByRole('heading', { level: 1 }), 'not opened from a record').toBeFocused()

    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/socios')
    const card = page.locator('[aria-posinset="14"]').getByRole('link')
    await card.click()
    await expect(card).toHaveCount(0)
    await page.goBack()
    await expect(card).toBeFocused()
    await expect(card).toBeInViewport()
  })
})

test.describe('before the application has loaded', () => {
  let arrive = () => {}

  const firstRow = 'tr[aria-rowindex="2"]'

  const hold = async (page: Page) => {
    const held = new Promise<void>((resolve) => (arrive = resolve))
    await page.unrouteAll()
    await page.route('**/assets/start-*.js', async (route) => {
      await held
      await route.continue()
    })
  }

  test('the first rows are visible and can be clicked', async ({ page }) => {
    const areInTheirFinalPlace = async () => {
      await hold(page)
      await page.goto('/socios?ordem=-memberNumber', { waitUntil: 'commit' })
      const cells = page.locator(`${firstRow} > td`)
      await expect(cells.nth(1)).toHaveText(String(memberCount))
      await expect(cells.last()).toBeInViewport({ ratio: 0.99 })
      const picture = async () => ({
        words: await cells.allInnerTexts(),
        places: await Promise.all(
          (await cells.all()).map(async (cell) => {
            const { x = 0, y = 0, width = 0 } = (await cell.boundingBox()) ?? {}
            return [x, y, width].map(Math.round)
          }),
        ),
      })
      await fontsArrived(page)
      const early = await picture()
      await expect(page.getByRole('row'), 'the early rows are hidden from screen readers').toHaveCount(0)
      arrive()
      await rowsAreThere(page)
      await expect(page.locator(firstRow), 'the picture is gone').toHaveCount(1)
      expect(await picture()).toEqual(early)
    }
    await test.step('in their final place', areInTheirFinalPlace)

    await test.step('where the text is large the last columns give way, in their picture too', async () => {
      const changeTextSize = (size: number) =>
        page.evaluate((px) => localStorage.setItem('fontSize', String(px)), size)
      await changeTextSize(19)
      await areInTheirFinalPlace()
      await changeTextSize(16)
    })

    await test.step('a clicked row opens once the application has loaded', async () => {
      await hold(page)
      await page.goto('/socios', { waitUntil: 'commit' })
      await page.locator(firstRow).click()
      await expect(page.locator(firstRow)).toHaveCount(0)
      arrive()
      await expect(page).toHaveURL(/\/socios\/[0-9a-f-]{36}$/)
      await expect(page.getByRole('link', { name: 'Ficha' })).toHaveAttribute('aria-current', 'page')
    })

    await test.step('the list searches for what was typed, and keeps the focus', async () => {
      await hold(page)
      await page.goto('/socios', { waitUntil: 'commit' })
      await page.getByRole('searchbox', { name: 'Pesquisar sócios' }).pressSequentially('ana')
      arrive()
      const box = page.locator('#root').getByRole('searchbox', { name: 'Pesquisar sócios' })
      await expect(box).toHaveValue('ana')
      await expect(box).toBeFocused()
      await expect(page).toHaveURL(/\?(?:.*&)?pesquisa=ana(?:&|$)/)
    })

    await test.step('a search in the application’s own box stays when the first rows arrive after it', async () => {
      await page.unrouteAll()
      const answers: Record<string, () => Promise<void>> = {}
      await page.route('**/api/members?*', (route) => {
        const search = new URL(route.request().url()).searchParams.get('_search') ?? ''
        answers[search] = () => route.continue()
      })
      await page.goto('/socios', { waitUntil: 'commit' })
      const box = page.getByRole('searchbox', { name: 'Pesquisar sócios' })
      await box.fill('ana')
      await expect.poll(() => Object.keys(answers)).toEqual(['', 'ana'])
      const arrived = page.waitForResponse((response) => !response.url().includes('_search'))
      await answers['']?.()
      await (await arrived).finished()
      await answers.ana?.()
      await expect(rows(page.getByRole('grid')).first()).toContainText(/ana/i)
      await expect(box).toHaveValue('ana')
      await expect(page).toHaveURL(/[?&]pesquisa=ana(&|$)/)
    })

    await test.step('the code of the list loads meanwhile, and not on another screen', async () => {
      await hold(page)
      const code = '**/assets/list-*.js'
      let isRequested = false
      await page.route(code, (route) => {
        isRequested = true
        return route.continue()
      })
      await page.goto('/mensagens', { waitUntil: 'commit' })
      await page.waitForResponse('**/api/explainer*')
      expect(isRequested).toBe(false)
      const requested = page.waitForRequest(code)
      await page.goto('/socios', { waitUntil: 'commit' })
      await requested
      arrive()
      await rowsAreThere(page)
    })
  })
})

test('exports have the rows, columns and selection of the list, or an error', async ({ page, problems }) => {
  await test.step('the CSV export has the list’s columns and order, and all rows', async () => {
    await page.goto('/socios?todos=sim&ordem=-memberNumber')
    await rowsAreThere(page)
    await page.getByRole('button', { name: 'Exportar' }).click()
    await expect(page.getByText(/^1.?250 linhas, com 8 colunas/)).toBeVisible()
    await expect(page.getByText('O ficheiro contém dados pessoais.')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^socios-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    const [head, ...lines] = text
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n')
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(head?.split(';').slice(1)).toEqual([
      'Nome completo',
      'Estado',
      'Categoria',
      'Dívida',
      'Quotas por ano',
      'Telemóvel',
      'Data de admissão',
    ])
    expect(lines).toHaveLength(memberCount)
    expect(lines[0]).toMatch(/^1250;/)
    expect(lines.filter((line) => line.includes('João')).length).toBeGreaterThan(5)
    expect(text).not.toContain('\ufffd')
    // The panel has closed.
    await expect(page.getByRole('button', { name: 'CSV' })).toHaveCount(0)
  })

  await test.step('an export that the server refuses shows an error, and downloads nothing', async () => {
    problems.expect(/status of 500/)
    await visit(page, '/socios')
    await rowsAreThere(page)
    await page.route('**/api/members/export', (route) =>
      route.fulfill({ status: 500, json: { message: 'Ocorreu um erro. Tente de novo.', code: 'abc' } }),
    )
    let downloads = 0
    page.on('download', () => downloads++)
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('button', { name: 'CSV' }).click()
    await expect(toasts(page)).toContainText('Ocorreu um erro. Tente de novo.')
    expect(downloads).toBe(0)
    await page.unroute('**/api/members/export')
    await page.keyboard.press('Escape')
  })

  await test.step('the export of a selection includes rows selected in another search', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await visit(page, '/socios?todos=sim&ordem=memberNumber')
    await rowsAreThere(page)
    const bar = page.getByRole('region', { name: 'Linhas selecionadas' })
    await page.getByRole('checkbox', { name: 'Selecionar' }).nth(1).click()
    await page.getByRole('searchbox').fill('João')
    await expect(page.locator('h1 + *')).not.toHaveText(/250/)
    await page.getByRole('checkbox', { name: 'Selecionar' }).nth(1).click()
    await expect(bar.getByRole('status')).toHaveText('2 selecionados')
    await bar.getByRole('button', { name: 'Mais' }).click()
    const more = page.getByRole('dialog', { name: 'Mais ações' })
    await more.getByRole('button', { name: 'Exportar a seleção' }).click()
    const dialog = page.getByRole('dialog', { name: 'Exportar a seleção' })
    await expect(dialog.getByText(/^2 linhas, com 8 colunas/)).toBeVisible()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines.filter((line) => line.includes('João')).length).toBeGreaterThanOrEqual(1)
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the XLSX export of a search has the chosen columns', async () => {
    await visit(page, '/socios?todos=sim&pesquisa=jo%C3%A3o')
    const grid = page.getByRole('grid', { name: 'Sócios' })
    const found = await counted(grid)
    expect(found).toBeLessThan(memberCount)
    await page.getByRole('button', { name: 'Colunas' }).click()
    for (const name of ['Telemóvel', 'Categoria', 'Estado', 'Dívida'])
      await page.getByRole('checkbox', { name, exact: true }).uncheck()
    await page.getByRole('checkbox', { name: /^Quotas \d{4}/ }).uncheck()
    await page.getByRole('checkbox', { name: 'Localidade' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Exportar' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Excel' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^socios-\d{4}-\d\d-\d\d\.xlsx$/)
    const parts = readZip(await readFile(await file.path()))
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
    const lines = sheet.split('<row ').slice(1)
    expect(lines).toHaveLength(found + 1)
    const heads = [...(lines[0] ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
    expect(heads.slice(1)).toEqual(['Nome completo', 'Data de admissão', 'Localidade'])
    expect(lines.slice(1).every((line) => line.includes('João'))).toBe(true)
  })
})

test('tools, filters and skeletons have their place in every window', async ({ page, api }) => {
  await test.step('bulk actions stay on one line; those without room are in a menu', async () => {
    await page.goto('/socios')
    await rowsAreThere(page)
    const bar = page.getByRole('region', { name: 'Linhas selecionadas' })
    for (const index of [1, 2]) await page.getByRole('checkbox', { name: 'Selecionar' }).nth(index).click()
    for (const width of [1280, 1024, 800]) {
      await page.setViewportSize({ width, height: 768 })
      await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(60)
      const inside = await bar.evaluate((one) => one.scrollWidth <= one.clientWidth)
      expect(inside, `nothing is cut at ${width}`).toBe(true)
    }
    await bar.getByRole('button', { name: 'Mais' }).click()
    const menu = page.getByRole('dialog', { name: 'Mais ações' })
    await menu.getByRole('button', { name: 'Exportar a seleção' }).click()
    await expect(menu).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Exportar a seleção' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('status')).toHaveText('2 selecionados')
    await page.keyboard.press('Escape')
  })

  await test.step('in a narrow window tools are beside the title, filters on one line, and the search box does not move', async () => {
    await visit(page, '/socios')
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height })
      const boxes = new Set<string>()
      const boxOf = async () => {
        const box = await page.getByRole('searchbox', { name: /^Pesquisar/ }).boundingBox()
        boxes.add([box?.x, box?.y, box?.width, box?.height].join(' '))
      }
      for (const path of [
        '/socios',
        '/dividas',
        '/pagamentos',
        '/candidaturas',
        '/cartoesSocio',
        '/socios?todos=sim',
      ]) {
        await visit(page, path)
        const toolbar = page.getByRole('toolbar', { name: 'Ferramentas da página' })
        await expect(toolbar.getByRole('button', { name: 'Exportar' })).toBeVisible()
        const [title, tools] = [
          await page.getByRole('heading', { level: 1 }).boundingBox(),
          await toolbar.boundingBox(),
        ]
        expect(tools?.height, `${path}, ${width} px: one line`).toBeLessThan(48)
        expect(
          Math.abs((title?.y ?? 0) - (tools?.y ?? 99)),
          `${path}, ${width} px: beside the title`,
        ).toBeLessThan(24)
        const filters = await page.getByRole('region', { name: 'Filtros' }).boundingBox()
        expect(filters?.height, `${path}, ${width} px: filters on one line`).toBeLessThan(40)
        await boxOf()
        if (path !== '/socios') continue
        await rowsAreThere(page)
        const first = await page.locator('[aria-rowindex="2"]').boundingBox()
        expect(first?.y, `the first row at ${width} px`).toBeLessThan(200)
        expect(first?.height, 'compact rows').toBe(34)
        await page.getByRole('checkbox', { name: 'Selecionar' }).nth(1).click()
        await boxOf()
        await page.getByRole('searchbox', { name: /^Pesquisar/ }).fill('João')
        await expect(page).toHaveURL(/pesquisa|Jo/)
        await boxOf()
        await page.getByRole('searchbox', { name: /^Pesquisar/ }).fill('')
      }
      expect([...boxes], 'one place, one size').toHaveLength(1)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, '/socios')
    // «Hoje» has them in it on days with birthdays.
    await expect(
      page.getByRole('complementary', { name: 'Primeiros passos', includeHidden: true }),
    ).toBeAttached()
    const cards = page.getByRole('list', { name: 'Sócios' }).getByRole('listitem')
    await expect
      .poll(async () => (await cards.first().boundingBox())?.y, 'the first card of a phone')
      .toBeLessThan(260)
    await page.setViewportSize({ width: 1024, height: 768 })
    await visit(page, '/socios')
    await page.getByRole('button', { name: 'Mais filtros' }).click()
    await page.getByRole('dialog', { name: 'Mais filtros' }).getByRole('button', { name: 'Admissão' }).click()
    await expect(
      page.getByRole('region', { name: 'Filtros' }).getByRole('button', { name: 'Admissão' }),
    ).toBeVisible()
  })

  await test.step('skeletons of lists and records have the layout of the loaded page', async () => {
    const [member] = await answerOf<{ _id: string }[]>(await api.get('/api/members?_limit=1'))
    const middleOf = async (what: Locator) => {
      let box: Awaited<ReturnType<Locator['boundingBox']>> = null
      // The skeleton may be replaced while it is measured.
      await expect.poll(async () => (box = await what.boundingBox())).not.toBeNull()
      const { y, height } = box ?? { y: 0, height: 0 }
      return y + height / 2
    }
    const bone = (part: string) => page.locator(`main [data-part="${part}"]`)
    const awaitedBy: Record<string, string> = {
      '/pagamentos': '**/api/explainer*',
      '/candidaturas': '**/api/explainer*',
      [`/socios/${member?._id}`]: `**/api/members/${member?._id}`,
      '/quotas': '**/api/payments_overview',
    }
    for (const [path, pattern] of Object.entries(awaitedBy)) {
      const held: (() => void)[] = []
      const hold = (route: Route) =>
        new Promise<void>((resolve) => held.push(resolve)).then(() => route.fallback())
      const isList = pattern.includes('explainer')
      await page.route(pattern, hold)
      await page.goto(path)
      await expect(bone('title')).toBeVisible()
      const before = [await middleOf(bone('title')), isList ? await middleOf(bone('search')) : 0]
      await page.unroute(pattern)
      for (const release of held) release()
      await expect(bone('title')).toHaveCount(0)
      const heading = page.getByRole('main').getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      const after = [
        await middleOf(heading),
        isList ? await middleOf(page.getByRole('searchbox', { name: /^Pesquisar/ })) : 0,
      ]
      for (const [index, at] of before.entries())
        expect(
          Math.abs(at - (after[index] ?? 0)),
          `${path}, ${index === 0 ? 'title' : 'search'}`,
        ).toBeLessThan(8)
    }
  })

  await test.step('on a phone tools have labels, cards have no column choice, and nothing covers a row', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, '/socios')
    const cards = page.getByRole('list', { name: 'Sócios' })
    await expect(cards.getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Exportar' })).toHaveText('Exportar')
    const toolbar = page.getByRole('toolbar', { name: 'Ferramentas da página' })
    const tools = toolbar.locator('button:not([aria-haspopup="menu"]), a')
    for (const tool of await tools.all()) {
      if (!(await tool.isVisible())) continue
      const label = tool
        .locator('span')
        .filter({ hasText: /\p{L}{4}/u })
        .last()
      expect((await label.boundingBox())?.width, 'the label is visible').toBeGreaterThan(20)
    }
    await toolbar.getByRole('button', { name: 'Mais ferramentas' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Imprimir', 'Importar um ficheiro', 'Eliminados'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Colunas' })).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('link', { name: /^Voltar/ })).toHaveCount(0)
    const action = page.getByRole('link', { name: 'Novo sócio' })
    await expect(action).toBeInViewport()
    const count = await cards.getByRole('listitem').first().getAttribute('aria-setsize')
    await page.mouse.move(200, 500)
    await page.mouse.wheel(0, 1_000_000)
    const last = page.locator(`[aria-posinset="${count}"]`)
    await expect(last).toBeInViewport()
    await expect(action).toBeInViewport()
    const foot = page.getByRole('contentinfo').getByRole('link')
    for (const end of [last, foot])
      await expect
        .poll(async () => {
          const [shown, button] = [await end.boundingBox(), await action.boundingBox()]
          return shown && button ? shown.y + shown.height <= button.y : false
        }, 'the last row and the end of the page are above the button')
        .toBe(true)
    await page.mouse.wheel(0, -1_000_000)
    await cards.getByRole('listitem').nth(2).getByRole('link').click()
    await page.getByRole('banner').getByRole('link', { name: 'Voltar a Sócios' }).click()
    await expect(cards).toBeVisible()
  })
})

test('cards and changes of state are for the selection', async ({ page, database }) => {
  await test.step('cards are issued to the selection, after a preview of those left out', async () => {
    const { rows: ended } = await database.pool.query(
      `SELECT m.id FROM members m JOIN member_state_names s ON s.id = m.current_state_id WHERE s.marks_end LIMIT 1`,
    )
    expect(ended).toHaveLength(1)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto('/socios?todos=sim&ordem=memberNumber')
    await rowsAreThere(page)
    await page.getByRole('checkbox', { name: 'Selecionar' }).nth(1).click()
    const bar = page.getByRole('region', { name: 'Linhas selecionadas' })
    const issue = () => runOnSelection(page, 'Emitir cartão')
    await page.getByRole('checkbox', { name: 'Selecionar' }).nth(2).click()
    await bar.getByRole('button', { name: /^Selecionar todos/ }).click()
    await issue()
    await expect(page).toHaveURL(/\/emitir$/)
    const panel = page.getByRole('region', { name: 'Previsão' })
    await expect(page.getByText(/^1.?250 sócios da seleção/)).toBeVisible()
    await expect(panel).toContainText('Já saíram')

    await page.goto('/socios?ordem=memberNumber')
    await rowsAreThere(page)
    for (const index of [1, 2]) await page.getByRole('checkbox', { name: 'Selecionar' }).nth(index).click()
    await issue()
    await expect(page.getByText('2 sócios da seleção')).toBeVisible()
    await panel.getByRole('button', { name: 'Emitir 2 cartões' }).click()
    const question = page.getByRole('dialog', { name: 'Emitir 2 cartões?' })
    await expect(question).toContainText('Ficam por imprimir. Nenhum sócio é avisado.')
    await question.getByRole('button', { name: 'Emitir 2 cartões' }).click()
    await expect(page).toHaveURL(/\/emissoes\//)
    await expect(page.getByText('Ver os cartões')).toBeVisible()

    await page.goto('/socios?ordem=memberNumber')
    await rowsAreThere(page)
    for (const index of [1, 2, 3]) await page.getByRole('checkbox', { name: 'Selecionar' }).nth(index).click()
    await issue()
    await expect(panel.getByRole('button', { name: 'Emitir 1 cartão' })).toBeVisible()
    await expect(panel).toContainText('Já têm um cartão válido')
    const { rows: made } = await database.pool.query('SELECT count(*)::int AS n FROM membership_cards')
    expect(made).toEqual([{ n: 2 }])
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('rows are selected with Shift, by keyboard, and all at once', async () => {
    await visit(page, '/socios?todos=sim')
    await rowsAreThere(page)
    const bar = page.getByRole('region', { name: 'Linhas selecionadas' })
    const choice = (row: number) => page.locator(`[aria-rowindex="${row + 1}"]`).getByRole('checkbox')
    await choice(2).click()
    await expect(bar.getByRole('status')).toHaveText('1 selecionado')
    await choice(6).click({ modifiers: ['Shift'] })
    await expect(bar.getByRole('status')).toHaveText('5 selecionados')
    await choice(4).click()
    await expect(bar.getByRole('status')).toHaveText('4 selecionados')
    await expect(page.locator('[aria-rowindex="5"]')).toHaveAttribute('aria-selected', 'false')
    await expect(page).toHaveURL('/socios?todos=sim')

    // A range includes rows that were never rendered.
    await bar.getByRole('button', { name: 'Limpar a seleção' }).click()
    await expect(bar).toHaveCount(0)
    await choice(3).click()
    await page.locator('[aria-rowindex="4"]').focus()
    await page.keyboard.press('End')
    await page
      .locator(`[aria-rowindex="${memberCount + 1}"]`)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await expect(bar.getByRole('status')).toHaveText(/^1.?248 selecionados$/)

    await page.locator(`[aria-rowindex="${memberCount + 1}"]`).focus()
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar.getByRole('status')).toHaveText('3 selecionados')
    await page.keyboard.press('Control+a')
    await expect(bar.getByRole('status')).toHaveText(/^Todos os 1.?250 desta pesquisa$/)
    await choice(1).click()
    await expect(bar.getByRole('status')).toHaveText(/^1.?249 selecionados$/)

    // A new search clears “all”.
    await page.getByRole('searchbox', { name: 'Pesquisar sócios' }).fill('joao')
    await expect(bar).toHaveCount(0)
  })

  await test.step('a bulk action reports the result of each record', async () => {
    await visit(page, '/socios?todos=sim&pesquisa=gon%C3%A7alves')
    await rowsAreThere(page)
    const name = await rows(page.getByRole('grid'))
      .first()
      .locator('[data-title] [title]')
      .getAttribute('title')
    for (const row of [1, 2, 3])
      await page
        .locator(`[aria-rowindex="${row + 1}"]`)
        .getByRole('checkbox')
        .click()
    const toLicence = async () => {
      await runOnSelection(page, 'Mudar de estado')
      const dialog = page.getByRole('dialog', { name: 'Mudar o estado de 3 sócios' })
      await dialog.getByRole('combobox', { name: 'Novo estado' }).click()
      await dialog.getByRole('option', { name: 'Licença' }).click()
      await dialog.getByRole('button', { name: 'Mudar de estado' }).click()
      return dialog
    }
    const dialog = await toLicence()
    await expect(dialog).toContainText('3 de 3 feitos')
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click()
    await expect(page.getByRole('region', { name: 'Linhas selecionadas' })).toHaveCount(0)
    for (const row of [1, 2, 3]) {
      await expect(page.locator(`[aria-rowindex="${row + 1}"]`).getByText('Licença')).toBeVisible()
    }

    for (const row of [1, 2, 3])
      await page
        .locator(`[aria-rowindex="${row + 1}"]`)
        .getByRole('checkbox')
        .click()
    const again = await toLicence()
    await expect(again).toContainText('0 de 3 feitos')
    await expect(again).toContainText('3 não foram possíveis')
    const failures = again.getByRole('listitem')
    await expect(failures).toHaveCount(3)
    await expect(failures.first()).toHaveText(`${name}: Já está no estado «Licença».`)
  })
})

test('the list loads on retry, is used by keyboard, and shows changes of others', async ({
  page,
  problems,
  api,
}) => {
  await test.step('a list that fails to load shows an error, and loads on retry', async () => {
    problems.expect(/status of 500/)
    // News of the server make the list read again by itself: until the button is pressed, that fails too.
    let mayWork = false
    await page.route('**/api/members?*', async (route) =>
      mayWork && (await page.evaluate(() => 'pressed' in window))
        ? route.continue()
        : route.fulfill({ status: 500, json: { message: 'Ocorreu um erro. Tente de novo.', code: 'abc' } }),
    )
    await page.goto('/socios')
    await expect(page.getByRole('alert')).toContainText('Não foi possível carregar sócios')
    await expect(page.getByText('Ainda não há sócios')).toHaveCount(0)
    await expect(page.getByText('Perdido o contacto com o servidor')).toHaveCount(0)
    await page.evaluate(() => addEventListener('click', () => Object.assign(window, { pressed: true }), true))
    mayWork = true
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await rowsAreThere(page)
    await page.unroute('**/api/members?*')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('the list can be searched, walked and opened by keyboard, with help', async () => {
    await visit(page, '/socios')
    await rowsAreThere(page)
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: 'Pesquisar sócios' })
    await expect(search).toBeFocused()
    await page.keyboard.type('n?/joao')
    await expect(search).toHaveValue('n?/joao')
    await page.keyboard.press('Escape')
    await expect(search).toHaveValue('')
    await page.keyboard.type('joao')
    await expect(page).toHaveURL(/pesquisa=joao/)
    await expect(rows(page.getByRole('grid')).first()).toContainText('João')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[aria-rowindex="2"]')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    const second = page.locator('[aria-rowindex="3"]')
    await expect(second).toBeFocused()
    const href = (await second.getByRole('link').getAttribute('href')) ?? ''
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(href)

    await page.goBack()
    await rowsAreThere(page)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Teclas de atalho' })
    await expect(help).toContainText('Pesquisar')
    await expect(help).toContainText('Novo sócio')
    await page.keyboard.press('n')
    await expect(page).not.toHaveURL('/socios/novo')
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await page.keyboard.press('n')
    await expect(page).toHaveURL('/socios/novo')
  })

  await test.step('changes of other users appear without a reload', async () => {
    await visit(page, '/socios?todos=sim&pesquisa=zacarias+quintela')
    await expect(page.getByText('Sem resultados')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Em direto' })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    const row = page.getByRole('row').filter({ hasText: 'Zacarias' })

    const { _id } = await addMember(api, { name: 'Zacarias Quintela' })
    await expect(row).toContainText('Zacarias Quintela')
    await api.patch(`/api/members/${_id}`, { data: { name: 'Zacarias Quintela Rôla' } })
    await expect(row).toContainText('Zacarias Quintela Rôla')

    // When the focused row disappears, focus moves to the remaining row, then to the list.
    const other = await addMember(api, { name: 'Zacarias Quintela Torto' })
    await expect(row).toHaveCount(2)
    await row.last().focus()
    await api.delete(`/api/members/${other._id}`)
    await expect(row).toHaveCount(1)
    await expect(row).toBeFocused()
    await api.delete(`/api/members/${_id}`)
    await expect(page.getByText('Sem resultados')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Limpar a pesquisa e os filtros' })).toBeFocused()
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  })
})

test('a bulk action continues without its page, and other users can follow it', async ({
  page,
  api,
  openPage,
  database,
}) => {
  const editor = { name: logins.editor.name, email: logins.editor.email, role: 'editor' }
  await answerOf(await api.post('/api/users', { data: editor }))
  // Locks the table, so that no state can change until this transaction ends.
  const holding = await database.pool.connect()
  try {
    await holding.query('BEGIN; LOCK TABLE member_states IN SHARE MODE')
    await page.goto('/socios?todos=sim&pesquisa=pereira')
    await rowsAreThere(page)
    for (const row of [1, 2, 3])
      await page
        .locator(`[aria-rowindex="${row + 1}"]`)
        .getByRole('checkbox')
        .click()
    await runOnSelection(page, 'Mudar de estado')
    const dialog = page.getByRole('dialog', { name: 'Mudar o estado de 3 sócios' })
    await dialog.getByRole('combobox', { name: 'Novo estado' }).click()
    await dialog.getByRole('option', { name: 'Licença' }).click()
    await dialog.getByRole('button', { name: 'Mudar de estado' }).click()
    await expect(dialog).toContainText('0 de 3 feitos')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click()
    await expect(toasts(page)).toContainText('A tarefa continua no servidor')
    await expect(page.getByRole('button', { name: '1 tarefa em curso' })).toBeVisible()
    await page.close()

    const other = await openPage('editor')
    await other.goto('/socios')
    await other.getByRole('button', { name: '1 tarefa em curso' }).click()
    await expect(other.getByText('0 de 3, por Administração')).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Mudar o estado de 3 sócios' }).click()
    await expect(other).toHaveURL(/\/tarefas\/[0-9a-f-]{36}$/)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Mudar o estado de 3 sócios')
    await expect(other.getByText('0 de 3 feitos')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Parar' })).toBeVisible()
    await expectAccessible(other)
    await holding.query('COMMIT')
    await expect(other.getByText('3 de 3 feitos')).toBeVisible()
    await expect(other.getByRole('button', { name: '1 tarefa em curso' })).toHaveCount(0)
    await expect(rows(other.getByRole('grid')).filter({ hasText: /Feito|Retido/ })).toHaveCount(3)
    await visit(other, '/tarefas')
    await expect(rows(other.getByRole('grid')).first()).toContainText('Concluída')
  } finally {
    holding.release()
  }
})

async function rowsAreThere(page: Page): Promise<void> {
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  await expect(rows(page.getByRole('grid')).first().getByRole('link')).toBeVisible()
}
