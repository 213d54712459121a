import { nifCheckDigit } from '@agremia/resources/rules/identity-numbers.ts'
import { addMember, answerOf, expect, test, useServer, visit } from '../fixtures.ts'
import { choose, field, saveBar, toasts } from '../page-parts.ts'
import type { Database } from '../../server/database/database.ts'

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
      await expect(saveBar(page)).toContainText('Ainda por preencher')
      await expect(saveBar(page).getByRole('button', { name: 'Guardar' })).toBeInViewport()
      await expect(field(page, 'Categoria')).not.toHaveValue('')
      await expect(field(page, 'Profissão')).toHaveCount(0)
      await field(page, 'NIF').focus()
      await page.keyboard.press('Control+Enter')
      const summary = page.getByRole('alert')
      await expect(summary).toContainText('Há 1 campo por corrigir')
      await expect(summary.getByRole('link', { name: 'Nome completo' })).toBeVisible()
      await expect(field(page, 'Nome completo')).toBeFocused()
      await field(page, 'Nome completo').fill('  Gertrudes   Maria de São José ')
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

async function countOf(database: Database, word: string): Promise<number> {
  const { rows } = await database.pool.query(
    'SELECT 1 FROM members m JOIN people p ON p.id = m.person_id WHERE fold_text(p.name) LIKE $1',
    [`%${word}%`],
  )
  return rows.length
}
