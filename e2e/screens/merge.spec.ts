import { addMember, answerOf, expect, ownOrganisation, test, useServer, visit } from '../fixtures.ts'
import { arrived, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

test('two records of a person are found, compared, merged, and apart again', async ({ page, api }) => {
  const shared = { birthDate: '1974-02-11', mobile: '912345678' }
  const kept = await addMember(api, { name: 'Violante Sequeira', memberNumber: 701, ...shared })
  const lost = await addMember(api, {
    name: 'Violante da Sequeira',
    memberNumber: 702,
    city: 'Tomar',
    ...shared,
  })

  await test.step('the list finds the pair, and says what they have in common', async () => {
    await page.goto('/duplicados')
    await page.getByRole('button', { name: 'Procurar agora' }).click()
    await expect(toasts(page)).toContainText('A lista está em dia')
    await expect(page.getByText('mesmo telefone').first()).toBeVisible()
    await page.getByRole('searchbox').fill('sequeira 702')
    await expect(page).toHaveURL(/pesquisa=sequeira/)
    await arrived(page)
    await expectAccessible(page)
    await page.getByText('Violante Sequeira').first().click()
  })

  await test.step('both are side by side, the one that stays is chosen', async () => {
    await expect(page).toHaveURL(/\/fusoes\/nova\?/)
    const name = page.getByRole('group', { name: 'Nome completo' })
    await expect(name).toContainText('Violante da Sequeira')
    await name.getByRole('radio', { name: /Ficha a fundir/ }).check()
    await expect(
      page.getByRole('group', { name: 'Localidade' }).getByRole('radio', { name: /Tomar/ }),
    ).toBeChecked()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Fundir as fichas' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Fundir' }).click()
    await expect(page.getByText('O n.º 702 ficou guardado como anterior.')).toBeVisible()
    await expectAccessible(page)
  })

  const mergePath = new URL(page.url()).pathname

  await test.step('the address of the merged record leads to the one that stays, whose history has both', async () => {
    await visit(page, `/socios/${lost._id}`)
    await expect(page).toHaveURL(new RegExp(`/socios/${kept._id}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Violante da Sequeira')
    await page.getByRole('link', { name: 'Histórico' }).click()
    await expect(page.getByText('juntou outra ficha a esta').first()).toBeVisible()
  })

  await test.step('undoing makes two again', async () => {
    await visit(page, mergePath)
    await page.getByRole('button', { name: 'Desfazer a fusão' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desfazer a fusão' }).click()
    await expect(page.getByText('Desfeita', { exact: true })).toBeVisible()
    const again = await answerOf<{ name: string; city: string }>(await api.get(`/api/members/${lost._id}`))
    expect([again.name, again.city]).toEqual(['Violante da Sequeira', 'Tomar'])
    const first = await answerOf<{ name: string }>(await api.get(`/api/members/${kept._id}`))
    expect(first.name).toBe('Violante Sequeira')
  })

  await test.step('people who are not the same stay apart, and the list remembers it', async () => {
    await visit(page, '/duplicados')
    await page.getByText('Violante Sequeira').first().click()
    await page.getByRole('button', { name: 'Não são a mesma pessoa' }).click()
    await expect(page).toHaveURL(/\/duplicados/)
    await expect(page.getByText('Violante Sequeira')).toBeHidden()
  })
})
