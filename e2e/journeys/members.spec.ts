import { nifCheckDigit } from '@agremia/resources/rules/identity-numbers.ts'
import type { Database } from '../../server/database/open.ts'
import { addMember, answerOf, expect, test, useServer, visit } from '../fixtures.ts'
import { choose, field, saveBar, toasts } from '../page-parts.ts'
import { readMember } from '../members.ts'

useServer()
test.use({ as: 'admin' })

test.describe('a new member', () => {
  test('is validated while typing, is created once, and can be a known person', async ({
    page,
    database,
    problems,
    api,
  }) => {
    await test.step('has required fields, is validated while typing, and is created once', async () => {
      problems.expect(/status of 422/)
      await page.goto('/socios/novo')
      await expect(saveBar(page)).toHaveCount(0)
      await field(page, 'Nome completo').fill('  Gertrudes   Maria de São José ')
      await expect(field(page, 'Categoria')).toHaveAttribute('aria-required', 'true')
      await page.keyboard.press('Control+s')
      const summary = page.getByRole('alert')
      await expect(summary).toContainText('Há 1 campo por corrigir')
      await expect(summary.getByRole('link', { name: 'Categoria' })).toBeVisible()
      await expect(field(page, 'Categoria')).toBeFocused()
      expect(await countOf(database, 'gertrudes')).toBe(0)

      await choose(page, 'Categoria', 'Efetivo')
      await field(page, 'NIF').fill('123 456 780')
      await field(page, 'NIF').blur()
      await expect(field(page, 'NIF')).toHaveAccessibleDescription(/algarismo de controlo/)
      await expect(field(page, 'NIF')).toHaveAttribute('aria-invalid', 'true')
      await expect(saveBar(page)).toContainText('1 campo com erro')
      await field(page, 'NIF').fill('123456789')
      await expect(field(page, 'NIF')).not.toHaveAttribute('aria-invalid', 'true')

      await field(page, 'Data de nascimento').fill('3-2-1980')
      await field(page, 'Data de nascimento').blur()
      await expect(field(page, 'Data de nascimento')).toHaveValue('03/02/1980')
      await field(page, 'Telemóvel').fill('00351 912.345-678')
      await field(page, 'Telemóvel').blur()
      await expect(field(page, 'Telemóvel')).toHaveValue('912 345 678')
      await field(page, 'Código postal').fill('4050262')
      await field(page, 'Código postal').blur()
      await expect(field(page, 'Código postal')).toHaveValue('4050-262')

      // Pressing twice creates one member.
      await page.keyboard.press('Control+s')
      await page.keyboard.press('Control+s')
      await expect(page).toHaveURL(/\/socios\/[0-9a-f-]{36}$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gertrudes Maria de São José')
      await expect(toasts(page)).toContainText('Guardado com sucesso.')
      expect(await countOf(database, 'gertrudes')).toBe(1)
      await expect(field(page, 'NIF')).toHaveValue('123 456 789')
      await expect(field(page, 'Telemóvel')).toHaveValue('912 345 678')

      await page.reload()
      await expect(field(page, 'Data de nascimento')).toHaveValue('03/02/1980')
      await expect(page.getByText('Foram retomadas')).toHaveCount(0)
      // The form is empty again.
      await visit(page, '/socios/novo')
      await expect(field(page, 'Nome completo')).toHaveValue('')
    })

    await test.step('can be an existing person, whose data fills the form', async () => {
      const person = await answerOf<{ _id: string }>(
        await api.post('/api/people', {
          data: {
            name: 'Ildefonso Macieira',
            nif: `24587312${nifCheckDigit('24587312')}`,
            email: 'ildefonso@exemplo.pt',
            city: 'Tavira',
          },
        }),
      )
      await field(page, 'Email').fill('ildefonso@exemplo.pt')
      await page.getByRole('button', { name: 'Usar esta pessoa' }).click()
      await expect(field(page, 'Nome completo')).toHaveValue('Ildefonso Macieira')
      await expect(field(page, 'Localidade')).toHaveValue('Tavira')
      await choose(page, 'Categoria', 'Efetivo')
      await page.keyboard.press('Control+s')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ildefonso Macieira')
      const { rows } = await database.pool.query(
        'SELECT person_id FROM members m JOIN people p ON p.id = m.person_id WHERE p.email = $1',
        ['ildefonso@exemplo.pt'],
      )
      expect(rows).toEqual([{ person_id: person._id }])
    })

    await test.step('shows similar existing people, to avoid duplicates', async () => {
      const known = await addMember(api, {
        name: 'Hermínia Taborda',
        nif: '218735421',
        birthDate: '1971-02-03',
      })
      await visit(page, '/socios/novo')
      const aside = page.getByRole('complementary', { name: 'Pessoas já conhecidas' })
      await field(page, 'Nome completo').fill('Herminia Taborda')
      await field(page, 'Data de nascimento').fill('03/02/1971')
      await expect(aside).toContainText('Pode já estar registada')
      await expect(aside).toContainText('mesmo nome e data de nascimento')
      await field(page, 'NIF').fill(String(known.nif))
      await expect(aside).toContainText('mesmo NIF')
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(aside.getByText('Pode já estar registada'), 'above the form on a phone').toBeInViewport()
      const link = aside.getByRole('link', { name: `n.º ${known.memberNumber}` })
      await expect(link).toHaveAttribute('href', `/socios/${known._id}`)
      await link.click()
      const question = page.getByRole('dialog', { name: 'Sair sem guardar?' })
      await question.getByRole('button', { name: 'Sair sem guardar' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hermínia Taborda')
      expect(await countOf(database, 'taborda')).toBe(1)

      // Editing a member also shows similar people, but not the member itself.
      await page.setViewportSize({ width: 1280, height: 800 })
      const other = await addMember(api, { name: 'Herminio Tabarda', birthDate: '1971-02-03' })
      await visit(page, `/socios/${other._id}`)
      const beside = page.getByRole('complementary', { name: 'Estado e observações' })
      await field(page, 'Nome completo').fill('Hermínio Tabarda')
      await expect(saveBar(page)).toContainText('1 alteração')
      await expect(beside).not.toContainText('Pode já estar registada')
      await field(page, 'Nome completo').fill('Hermínia Taborda')
      await expect(beside).toContainText('mesmo nome e data de nascimento')
      await expect(beside.getByRole('link', { name: `n.º ${known.memberNumber}` })).toBeVisible()
    })
  })
})

test.describe('a member', () => {
  test('is edited and saved, with errors in sight, and asks before unsaved changes are left', async ({
    page,
    api,
    problems,
  }) => {
    await test.step('is edited and saved with Ctrl+S, without leaving the page', async () => {
      const member = await addMember(api, { name: 'Jacinta Marto', city: 'Ourém' })
      await page.goto(`/socios/${member._id}`)
      await page.evaluate(() => Object.assign(window, { stayed: true }))
      await field(page, 'Localidade').fill('Fátima')
      await field(page, 'Localidade').press('Control+s')
      await expect(toasts(page)).toContainText('Guardado com sucesso.')
      await expect(saveBar(page)).toHaveCount(0)
      expect((await readMember(api, member)).city).toBe('Fátima')

      await field(page, 'Localidade').fill('Leiria')
      await expect(saveBar(page)).toContainText('1 alteração por guardar')
      await saveBar(page).getByRole('button', { name: 'Descartar' }).click()
      await expect(field(page, 'Localidade')).toHaveValue('Fátima')
      await expect(saveBar(page)).toHaveCount(0)
      expect(await page.evaluate(() => 'stayed' in window)).toBe(true)

      // Restoring the value by hand is no change.
      await field(page, 'Localidade').fill('Leiria')
      await field(page, 'Localidade').fill('Fátima')
      await expect(saveBar(page)).toHaveCount(0)

      // Printing omits controls and uses the light scheme.
      await field(page, 'Localidade').fill('Leiria')
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('[data-mantine-color-scheme="dark"]')).toBeAttached()
      await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
      await expect(saveBar(page)).toBeHidden()
      await expect(page.locator(':is(button:not(li *), nav, [role="toolbar"]):visible')).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Jacinta Marto' })).toBeVisible()
      await expect(field(page, 'Localidade')).toHaveCSS('color', 'rgb(30, 34, 39)')
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await page.emulateMedia({ colorScheme: 'light', media: 'screen' })
      await saveBar(page).getByRole('button', { name: 'Descartar' }).click()
    })

    await test.step('shows an error of the server at its field, and keeps the input', async () => {
      problems.expect(/status of 422/)
      const other = await addMember(api, { name: 'Nazaré Brás' })
      const member = await addMember(api, { name: 'Leocádia Bento' })
      await visit(page, `/socios/${member._id}`)
      await field(page, 'N.º de sócio').fill(String(other.memberNumber))
      await field(page, 'Localidade').fill('Évora')
      await page.keyboard.press('Control+s')
      await expect(field(page, 'N.º de sócio')).toHaveAccessibleDescription(/Número já atribuído/)
      await expect(field(page, 'N.º de sócio')).toBeFocused()
      await expect(field(page, 'Localidade')).toHaveValue('Évora')
      const saved = await readMember(api, member)
      expect([saved.memberNumber, saved.city ?? null]).toEqual([member.memberNumber, null])
      await saveBar(page).getByRole('button', { name: 'Descartar' }).click()
    })

    await test.step('shows a failed save in sight wherever the form is scrolled, and saves on retry', async () => {
      problems.expect(/status of 500/)
      const member = await addMember(api, { name: 'Belmira Torga' })
      let fails = true
      await page.route(`**/api/members/${member._id}`, (route) =>
        fails && route.request().method() === 'PATCH'
          ? route.fulfill({
              status: 500,
              json: { message: 'Ocorreu um erro inesperado. Nada foi alterado.' },
            })
          : route.fallback(),
      )
      for (const viewport of [
        { width: 1024, height: 560 },
        { width: 390, height: 700 },
      ]) {
        await page.setViewportSize(viewport)
        await page.goto(`/socios/${member._id}`)
        await field(page, 'Localidade').fill(`Elvas ${viewport.width}`)
        await page.keyboard.press('Control+s')
        const failure = saveBar(page).getByRole('alert')
        await expect(failure).toContainText(
          'Não foi possível guardar 1 alteração. Ocorreu um erro inesperado.',
        )
        await expect(failure).toContainText('Nada se perdeu')
        for (const place of [
          page.getByRole('heading', { level: 1 }),
          field(page, 'Localidade'),
          page.getByRole('main').getByRole('textbox').last(),
        ]) {
          await place.scrollIntoViewIfNeeded()
          await expect(saveBar(page)).toBeInViewport({ ratio: 1 })
        }
        page.once('dialog', (dialog) => void dialog.accept())
      }
      expect((await readMember(api, member)).city ?? null).toBeNull()
      fails = false
      await saveBar(page)
        .getByRole('button', { name: /^Tentar de novo/ })
        .click()
      await expect(saveBar(page)).toHaveCount(0)
      expect((await readMember(api, member)).city).toBe('Elvas 390')
      await page.setViewportSize({ width: 1280, height: 720 })
    })

    await test.step('asks before leaving with unsaved changes', async () => {
      const member = await addMember(api, { name: 'Querubim Lapa', city: 'Portalegre' })
      await visit(page, '/socios?pesquisa=querubim')
      await page.getByRole('link', { name: 'Querubim Lapa' }).click()
      await field(page, 'Localidade').fill('Elvas')
      const leave = page
        .getByRole('navigation', { name: 'Menu principal' })
        .getByRole('link', { name: 'Sócios' })
        .first()
      const question = page.getByRole('dialog', { name: 'Sair sem guardar?' })
      await leave.click()
      await expect(question).toContainText('1 alteração')
      await question.getByRole('button', { name: 'Continuar a editar' }).click()
      await expect(question).toHaveCount(0)
      await expect(page).toHaveURL(`/socios/${member._id}`)
      await expect(field(page, 'Localidade')).toHaveValue('Elvas')

      // Changing tabs of the same record does not ask.
      await page.getByRole('link', { name: 'Histórico' }).click()
      await expect(page).toHaveURL(`/socios/${member._id}/historico`)
      await expect(saveBar(page)).toContainText('1 alteração por guardar')
      await page.getByRole('link', { name: 'Ficha', exact: true }).click()
      await expect(field(page, 'Localidade')).toHaveValue('Elvas')

      await page.goBack()
      await page.goBack()
      await page.goBack()
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: 'Sair sem guardar' }).click()
      await expect(page).toHaveURL('/socios?pesquisa=querubim')
      await visit(page, `/socios/${member._id}`)
      await expect(field(page, 'Localidade')).toHaveValue('Portalegre')
      await expect(saveBar(page)).toHaveCount(0)
    })
  })
})

async function countOf(database: Database, word: string): Promise<number> {
  const { rows } = await database.pool.query(
    'SELECT 1 FROM members m JOIN people p ON p.id = m.person_id WHERE fold_text(p.name) LIKE $1',
    [`%${word}%`],
  )
  return rows.length
}
