import {
  addMember,
  answerOf,
  expect,
  logins,
  ownOrganisation,
  password,
  test,
  useServer,
  visit,
} from '../fixtures.ts'
import { field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

test('a person is protected: only administrators open the record, and the history says who did', async ({
  page,
  api,
  openPage,
}) => {
  const name = 'Quitéria Valadares'
  const { _id: memberId } = await addMember(api, { name, email: 'quiteria@exemplo.pt', city: 'Alvito' })
  const editor = { name: logins.editor.name, email: logins.editor.email, role: 'editor', password }
  await answerOf(await api.post('/api/users', { data: editor }))

  await test.step('the organisation begins to protect people', async () => {
    await page.goto('/configuracaoPrivacidade?separador=pessoas')
    const setting = page.getByRole('checkbox', { name: 'Proteger pessoas' })
    await setting.check()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('button', { name: 'Guardar' })).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('an administrator protects a member', async () => {
    await visit(page, `/socios/${memberId}`)
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Proteger' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Corre perigo.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Proteger' }).click()
    await expect(page.getByText('Pessoa protegida').first()).toBeVisible()
    await expect(field(page, 'Email')).toHaveValue('quiteria@exemplo.pt')
    await expectAccessible(page)
  })

  await test.step('an editor finds the name, and no data', async () => {
    const other = await openPage('editor')
    await other.goto('/socios?todos=sim&pesquisa=quiteria')
    await expect(other.getByRole('row', { name })).toBeVisible()
    await expect(other.getByText('quiteria@exemplo.pt')).toHaveCount(0)
    await other.goto('/socios?todos=sim&pesquisa=alvito')
    await expect(other.getByText('Nada corresponde à pesquisa')).toBeVisible()
    await other.goto(`/socios/${memberId}`)
    await expect(other.getByText('Só os administradores veem os dados desta pessoa.')).toBeVisible()
    await expect(field(other, 'Email')).toHaveCount(0)
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Contactos', exact: true }).click()
    await expect(other.getByRole('heading', { name: 'Pessoa protegida' })).toBeVisible()
    await expect(other.getByText('Só os administradores veem os dados desta pessoa.')).toBeVisible()
    await expectAccessible(other)
  })

  await test.step('the history has the readings', async () => {
    await page.reload()
    await expect(field(page, 'Email')).toHaveValue('quiteria@exemplo.pt')
    await page.getByRole('link', { name: 'Histórico', exact: true }).click()
    await expect(page.getByText('leu a ficha').first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the protection ends', async () => {
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Deixar de proteger' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deixar de proteger' }).click()
    await page.getByRole('link', { name: 'Ficha', exact: true }).click()
    await expect(page.getByText('Pessoa protegida')).toHaveCount(0)
  })
})
