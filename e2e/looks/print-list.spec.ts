import { inTransaction } from '../../server/database/transaction.ts'
import { insertSampleDues } from '../../server/dues/sample-dues.ts'
import { insertSampleMembers } from '../../server/setup/sample-members.ts'
import { placesOf, readPdf } from '../../server/testing/read-pdf.ts'
import { expect, ownOrganisation, test, useServer, visit } from '../fixtures.ts'

const memberCount = 280

useServer({ env: ownOrganisation }, async (database) => {
  await insertSampleMembers(database.pool, { count: memberCount, today: '2026-06-30' })
  await inTransaction(database, (tx) => insertSampleDues(tx, { today: '2026-06-30' }))
})
test.use({ as: 'admin' })

/** How often each name occurs in the pages. */
function timesNamed(pages: readonly string[], names: readonly string[]): number[] {
  const text = pages.join(' ').replace(/\s+/g, ' ')
  return [...new Set(names)].map((name) => text.split(name).length - 1)
}

test('the printed list is a PDF with all rows, and a header on each page', async ({
  page,
  api,
  context,
  database,
}) => {
  const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM people')
  const names = rows.map(({ name }) => name)
  await page.goto('/socios?todos=sim')
  await expect(page.getByRole('grid', { name: 'Sócios' })).toHaveAttribute(
    'aria-rowcount',
    String(memberCount + 1),
  )
  for (const print of [
    () => page.keyboard.press('Control+p'),
    () => page.getByRole('button', { name: 'Imprimir', exact: true }).click(),
  ]) {
    const requestPromise = page.waitForRequest(/\/api\/members\/export$/)
    const opening = context.waitForEvent('page')
    await print()
    const request = await requestPromise
    const data = request.postDataJSON() as object
    const answer = await api.post(new URL(request.url()).pathname, { data })
    const { pages, title, language } = await readPdf(await answer.body())
    await (await opening).close()
    expect([title, language]).toEqual(['Sócios', 'pt-PT'])
    expect(pages[0]).toMatch(/280 linhas · Impresso em \d+ de .* por /)
    for (const [index, text] of pages.entries()) {
      expect(text).toMatch(/N\.º( de sócio)? Nome completo/)
      expect(text).toMatch(new RegExp(`Página ${index + 1} de ${pages.length}`))
    }
    expect(Math.min(...timesNamed(pages, names))).toBeGreaterThan(0)
    await expect(page.getByRole('button', { name: 'Imprimir', exact: true })).toBeEnabled()
  }
})

test("the browser's printing has all rows, readable and without controls", async ({
  page,
  database,
  problems,
}) => {
  await test.step("the browser's printing also has all rows, with filter and date, without controls", async () => {
    const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM people')
    await page.goto('/socios?todos=sim')
    const grid = page.getByRole('grid', { name: 'Sócios' })
    await expect(grid).toHaveAttribute('aria-rowcount', String(memberCount + 1))
    const { pages } = await readPdf(await page.pdf({ format: 'A4', landscape: true }))
    expect(
      Math.min(
        ...timesNamed(
          pages,
          rows.map(({ name }) => name),
        ),
      ),
    ).toBeGreaterThan(0)
    for (const text of pages) {
      expect(text).toMatch(/N\.º Nome Estado/)
      expect(text.trim()).not.toBe('')
      expect(text).not.toMatch(/Saltar|Exportar|Colunas|Mais filtros|Imprimir/)
    }
    // The screen is restored.
    await expect(grid).toBeVisible()
    await expect(page.getByRole('table', { name: 'Sócios' })).toHaveCount(0)

    await page.getByRole('searchbox').fill('joão')
    await expect(grid).not.toHaveAttribute('aria-rowcount', String(memberCount + 1))
    const found = Number(await grid.getAttribute('aria-rowcount')) - 1
    const [first = ''] = (await readPdf(await page.pdf({ format: 'A4', landscape: true }))).pages
    expect(first).toMatch(new RegExp(`Sócios ${found} .*Pesquisa: «joão» · \\d+ de `))
  })

  await test.step("in the browser's printing lists are not shrunk, names have room and no text covers another", async () => {
    await database.pool.query(
      `UPDATE people SET name = 'Maria Constantino de Vasconcelos e Albuquerque de Noronha' WHERE id = (SELECT person_id FROM members ORDER BY member_number LIMIT 1)`,
    )
    for (const [path, name, next] of [
      ['/socios?todos=sim', 'Nome', 'Estado'],
      ['/dividas?todos=sim', 'Sócio', 'Descrição'],
      ['/dividas/agrupadas?todos=sim', 'Sócio', 'Dívidas'],
    ] as const) {
      await visit(page, path)
      await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', /^\d/)
      const texts = await placesOf(await page.pdf({ preferCSSPageSize: true }), 1)
      const head = (text: string) => texts.find((one) => one.text === text && Math.abs(one.size - 9) < 0.01)
      const [names, after] = [head(name), head(next)]
      expect(names && after, `${path}: heads of 9 points`).toBeTruthy()
      expect(Number(after?.left) - Number(names?.left), `${path}: millimetres for names`).toBeGreaterThan(42)
      const covered = texts.filter((one) =>
        texts.some(
          ({ left, top, right }) =>
            left > one.left && left < one.right - 0.2 && right > one.left && Math.abs(top - one.top) < 1,
        ),
      )
      expect(covered, path).toEqual([])
      const phones = texts.filter(({ text }) => /^9\d{2} \d{3} \d{3}$/.test(text))
      const widths = phones.map(({ left, right }) => (right - left).toFixed(1))
      expect(new Set(widths).size, `${path}: figures of one width`).toBeLessThan(2)
      if (path.startsWith('/socios')) expect(widths.length).toBeGreaterThan(10)
    }
  })

  await test.step("the browser's printing has all debts by member; if they fail to load, the first page says so", async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      'SELECT name FROM people WHERE id IN (SELECT person_id FROM members WHERE id IN (SELECT member_id FROM unsettled_payments))',
    )
    await visit(page, '/dividas/agrupadas?todos=sim')
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows.length + 2))
    const whole = await readPdf(await page.pdf({ format: 'A4' }))
    const names = rows.map(({ name }) => name)
    expect(Math.min(...timesNamed(whole.pages, names))).toBeGreaterThan(0)
    for (const text of whole.pages) expect(text.trim()).not.toBe('')

    problems.expect(/status of 503/)
    await page.route('**/api/charges_by_member?*', (route) => route.fulfill({ status: 503, json: {} }))
    const part = await readPdf(await page.pdf({ format: 'A4' }))
    expect(part.pages[0]).toContain('Só as linhas que se viam')
  })
})

test('the printed record of a member has its name, number and state, and no buttons', async ({
  page,
  database,
}) => {
  const { rows } = await database.pool.query<{ id: string; name: string; number: number; state: string }>(
    `SELECT m.id, p.name, m.member_number AS number, s.name AS state FROM members m JOIN people p ON p.id = m.person_id
     JOIN member_state_names s ON s.id = m.current_state_id WHERE NOT s.marks_end ORDER BY m.member_number DESC LIMIT 1`,
  )
  const [member] = rows
  await page.goto(`/socios/${member?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(member?.name))
  const buttons = await page.getByRole('main').getByRole('button').allInnerTexts()
  const { pages } = await readPdf(await page.pdf({ format: 'A4' }))
  const text = pages.join(' ').replace(/\s+/g, ' ')
  expect(text).toContain(member?.name)
  expect(text).toMatch(new RegExp(`n\\.º ?${member?.number}\\b`, 'i'))
  expect(text).toContain(member?.state)
  // Others show values, as the state does.
  const labels = buttons
    .map((label) => label.trim())
    .filter((label) =>
      /^(Adicionar|Editar|Eliminar|Emitir|Enviar|Mais|Mudar|Nova|Novo|Registar)\b/.test(label),
    )
  expect(labels.length).toBeGreaterThan(0)
  for (const label of labels) expect(text).not.toContain(label)
  // The screen is restored.
  await expect(page.getByRole('button', { name: labels[0] }).first()).toBeVisible()
})
