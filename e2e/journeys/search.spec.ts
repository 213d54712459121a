import { foldText } from '@agremia/resources/rules/fold.ts'
import { answerOf, expect, test, visit } from '../fixtures.ts'
import { counted, memberCount, numberOf, rows, useServerWithMembers } from '../members-list.ts'
import type { Database } from '../../server/database/database.ts'

useServerWithMembers()
test.use({ as: 'admin' })

test('searches match any words, offer other states, and are in the address', async ({
  page,
  database,
  api,
  openPage,
}) => {
  await test.step('search matches any words, ignoring accents and case', async () => {
    const people = await namesOf(database)
    const joao = people.filter((name) => foldText(name).includes('joao'))
    expect(joao.length).toBeGreaterThan(5)
    await page.goto('/socios?todos=sim')
    const grid = page.getByRole('grid', { name: 'Sócios' })
    const search = page.getByRole('searchbox', { name: 'Pesquisar sócios' })
    for (const typed of ['joao', 'JOÃO', '  João ']) {
      await search.fill(typed)
      await expect(grid).toHaveAttribute('aria-rowcount', String(joao.length + 1))
    }
    await expect(page.locator('h1 + *')).toHaveText(String(joao.length))
    for (const name of await rows(grid).locator('[data-title]').allTextContents())
      expect(name).toContain('João')

    const silva = joao.filter((name) => foldText(name).includes('silva'))
    await search.fill('silva joao')
    await expect(grid).toHaveAttribute('aria-rowcount', String(silva.length + 1))

    await search.fill('1250')
    await expect(rows(grid)).toHaveCount(1)
    await expect(numberOf(rows(grid))).toHaveText('1250')

    await search.fill('100% _of_ \\ nobody')
    await expect(page.getByText('Sem resultados')).toBeVisible()
    await page.getByRole('button', { name: 'Limpar a pesquisa e os filtros' }).click()
    await expect(grid).toHaveAttribute('aria-rowcount', String(memberCount + 1))
    await expect(search).toHaveValue('')
  })

  await test.step('a search without results among current members offers those in other states', async () => {
    const { rows: gone } = await database.pool.query<{ id: string }>(
      'SELECT id FROM members WHERE end_date IS NOT NULL ORDER BY member_number LIMIT 1',
    )
    const renamed = await api.patch(`/api/members/${gone[0]?.id}`, { data: { name: 'Zenóbia Partida' } })
    await answerOf(renamed)
    await visit(page, '/socios')
    const search = page.getByRole('searchbox', { name: 'Pesquisar sócios' })
    await search.fill('-')
    await expect(page.getByText('Sem resultados')).toBeVisible()
    await expect(page.getByRole('button', { name: /noutros estados/ })).toHaveCount(0)
    await search.fill('zenobia')
    await page.getByRole('button', { name: 'Ver 1 sócio noutros estados' }).click()
    await expect(rows(page.getByRole('grid', { name: 'Sócios' }))).toHaveCount(1)
    await expect(search).toHaveValue('zenobia')
    await expect(page.getByRole('button', { name: /^Estado: / })).toHaveCount(0)
  })

  await test.step('the search is in the address, and Back undoes one search at a time', async () => {
    await visit(page, '/socios')
    const grid = page.getByRole('grid', { name: 'Sócios' })
    const all = await counted(grid)
    const search = page.getByRole('searchbox', { name: 'Pesquisar sócios' })
    await search.pressSequentially('silva')
    await expect(page).toHaveURL(/[?&]pesquisa=silva(&|$)/)
    await expect(grid).not.toHaveAttribute('aria-rowcount', String(all + 1))
    await page.getByRole('button', { name: 'Nome' }).click()
    await expect(page).toHaveURL(/[?&]ordem=name(&|$)/)

    const shared = await openPage('admin')
    await shared.goto(page.url())
    // While typing, the first page may still show the results of the first letters.
    const found = await counted(shared.getByRole('grid'))
    await expect(grid).toHaveAttribute('aria-rowcount', String(found + 1))
    await expect(shared.getByRole('columnheader', { name: 'Nome' })).toHaveAttribute('aria-sort', 'ascending')

    await page.goBack()
    await expect(page).not.toHaveURL(/ordem=/)
    await expect(search).toHaveValue('silva')
    await page.goBack()
    await expect(page).toHaveURL('/socios')
    await expect(search).toHaveValue('')
    await expect(grid).toHaveAttribute('aria-rowcount', String(all + 1))
  })
})

async function namesOf(database: Database): Promise<string[]> {
  const { rows: people } = await database.pool.query<{ name: string }>(
    'SELECT p.name FROM members m JOIN people p ON p.id = m.person_id',
  )
  return people.map(({ name }) => name)
}
