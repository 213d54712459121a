import { addMember, answerOf, expect, test, useServer, visit } from '../fixtures.ts'
import { choose, field, saveBar, toasts } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer()
test.use({ as: 'admin' })

test('a setting hides a field from an editor on every open screen, and shows it again', async ({
  page,
  api,
  openPage,
  problems,
}) => {
  // A list that is read between two of the settings asks for a field that is hidden already, and is read again.
  problems.expect(/status of 400/)
  const member = await addMember(api, {
    name: 'Gertrudes Alecrim',
    iban: 'PT50000201231234567890154',
    notes: 'Prefere ser avisada por carta.',
    nif: '123456789',
  })
  const changes = { iban: 'PT50003506510000000004329', notes: 'Avisar por telefone.', nif: '287024008' }
  await answerOf(await api.patch(`/api/members/${member._id}`, { data: changes }))

  /** Switches all of the settings. */
  const hide = async (isHidden: boolean) => {
    await page.goto('/configuracaoPrivacidade?separador=campos')
    for (const name of ['Ocultar o NIF', 'Ocultar o IBAN', 'Ocultar as notas e observações'])
      await page.getByRole('checkbox', { name }).setChecked(isHidden)
    await expectAccessible(page)
    await saveBar(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(toasts(page)).toContainText('Guardado com sucesso.')
  }

  const list = await openPage('editor')
  const form = await list.context().newPage()
  const history = await list.context().newPage()
  const grid = list.getByRole('grid', { name: 'Sócios' })
  const heading = (name: string) => grid.getByRole('columnheader', { name, exact: true })
  const events = history.getByRole('list', { name: 'Histórico' })

  await test.step('an editor has a list with them, a form and a history open', async () => {
    await list.goto('/socios?pesquisa=gertrudes')
    await list.getByRole('button', { name: 'Colunas' }).click()
    for (const name of ['NIF', 'IBAN', 'Observações'])
      await list.getByRole('checkbox', { name, exact: true }).check()
    await list.keyboard.press('Escape')
    await expect(grid).toContainText('287 024 008')
    await list.getByRole('button', { name: 'Exportar' }).click()
    await expect(list.getByText(/linhas?, com 11 colunas/)).toBeVisible()
    await list.keyboard.press('Escape')
    await form.goto(`/socios/${member._id}`)
    await expect(field(form, 'NIF')).toHaveValue('287 024 008')
    await expect(field(form, 'Observações')).toHaveValue('Avisar por telefone.')
    await choose(form, 'Forma de pagamento', 'Transferência')
    await history.goto(`/socios/${member._id}/historico`)
    await expect(events).toContainText('Prefere ser avisada por carta.')
  })

  await test.step('once they are hidden, none of these has them', async () => {
    await hide(true)
    for (const name of ['NIF', 'IBAN', 'Observações']) await expect(heading(name)).toHaveCount(0)
    await expect(grid).toContainText('Gertrudes')
    await expect(grid).not.toContainText('287 024 008')
    await expect(list.getByRole('searchbox', { name: /Sócios/i })).toHaveAttribute(
      'placeholder',
      'Nome, número, email…',
    )
    await list.getByRole('button', { name: 'Colunas' }).click()
    const columns = list.getByRole('dialog', { name: 'Colunas' })
    await expect(columns.getByRole('checkbox', { name: 'Localidade', exact: true })).toBeVisible()
    for (const name of ['NIF', 'IBAN', 'Observações', 'Notas da pessoa'])
      await expect(columns.getByRole('checkbox', { name, exact: true })).toHaveCount(0)
    await list.keyboard.press('Escape')
    await list.getByRole('button', { name: 'Exportar' }).click()
    await expect(list.getByText(/linhas?, com 8 colunas/)).toBeVisible()
    await expectAccessible(list)
    await list.keyboard.press('Escape')

    for (const name of ['NIF', 'IBAN', 'Observações', 'Notas da pessoa'])
      await expect(field(form, name)).toHaveCount(0)
    await expect(events).not.toContainText('Prefere ser avisada por carta.')
    await expect(events).not.toContainText('PT50')
    await expect(events).not.toContainText('123')
    await expectAccessible(history)
  })

  await test.step('what the editor had begun to enter is still there, and is saved', async () => {
    await expect(saveBar(form)).toContainText('1 alteração por guardar')
    await form.keyboard.press('Control+s')
    await expect(toasts(form)).toContainText('Guardado com sucesso.')
    const { paymentMethod, iban, notes } = await answerOf<Record<string, string>>(
      await api.get(`/api/members/${member._id}`),
    )
    expect({ paymentMethod, iban, notes }).toEqual({
      paymentMethod: 'transfer',
      iban: changes.iban,
      notes: changes.notes,
    })
    await expectAccessible(form)
  })

  await test.step('their values find nobody, and import and merging are not in the menu', async () => {
    await visit(list, '/socios?pesquisa=287024008')
    await expect(list.getByText('Gertrudes Alecrim')).toHaveCount(0)
    const menu = list.getByRole('navigation', { name: 'Menu principal' })
    await menu.getByRole('button', { name: 'Configurações' }).click()
    await expect(menu.getByRole('link', { name: 'Organização' })).toBeVisible()
    for (const name of ['Importar', 'Fusões'])
      await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0)
    await visit(list, '/socios?pesquisa=gertrudes')
  })

  await test.step('once they are shown again, the screens have them back', async () => {
    await hide(false)
    for (const name of ['NIF', 'IBAN', 'Observações']) await expect(heading(name)).toBeVisible()
    await expect(grid).toContainText('287 024 008')
    await expect(field(form, 'NIF')).toHaveValue('287 024 008')
    await expect(field(form, 'Observações')).toHaveValue('Avisar por telefone.')
    await expect(events).toContainText('Prefere ser avisada por carta.')
    await list.getByRole('button', { name: 'Exportar' }).click()
    await expect(list.getByText(/linhas?, com 11 colunas/)).toBeVisible()
  })
})
