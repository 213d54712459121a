import { decoded } from '../../server/testing/test-mail-server.ts'
import { addMember, expect, test, switchSending, useServerWithMail } from '../fixtures.ts'
import { field } from '../page-parts.ts'

const mail = useServerWithMail()
test.use({ as: 'admin' })

test.beforeEach(async ({ api }) => {
  mail().reply = () => 'take'
  await switchSending(api, true)
})

test('a message to two members matches the preview of each', async ({ page, api }) => {
  const ana = await addMember(api, { name: 'Ana <b>Moita</b>', email: 'ana.moita@exemplo.pt' })
  const rui = await addMember(api, { name: 'Rui Moita', email: 'rui.moita@exemplo.pt' })
  const iva = await addMember(api, { name: 'Iva Moita' })
  await page.goto('/socios?pesquisa=moita')
  await expect(page.getByRole('row')).toHaveCount(4)
  for (const name of [ana, rui, iva].map((member) => member.name))
    await page.getByRole('checkbox', { name: `Selecionar ${name}` }).click()
  await page.getByRole('button', { name: 'Enviar mensagem' }).click()
  await expect(page).toHaveURL('/mensagens/nova')
  await expect(page.getByText('3 sócios')).toBeVisible()
  // Without subject or text there is no confirmation: the error is shown at its field.
  await page.getByRole('button', { name: 'Enviar a 2 pessoas' }).click()
  await expect(field(page, 'Assunto')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Assunto')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Pré-visualização' })).toContainText('1 de 2 ·')
  await field(page, 'Assunto').fill('Aviso a {primeiroNome}')
  await page.getByRole('button', { name: 'Enviar a 2 pessoas' }).click()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Mensagem' }).click()
  await page.keyboard.type('Caro membro {nome}, ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('até sábado')

  const preview = page.frameLocator('iframe[title="Pré-visualização da mensagem"]')
  await expect(preview.getByText('Caro membro Ana <b>Moita</b>, até sábado')).toBeVisible()
  await page.getByRole('button', { name: 'Pessoa seguinte' }).click()
  await expect(preview.getByText('Caro membro Rui Moita, até sábado')).toBeVisible()
  const shown = await preview.locator('body').innerText()
  await expect(page.getByRole('heading', { name: '1 pessoa não recebe' })).toBeVisible()
  await page.getByText('Sem contacto para este canal').click()
  await expect(page.getByRole('list', { name: 'Sem contacto para este canal' })).toContainText('Iva Moita')

  // The draft survives a reload.
  await expect(page.getByRole('button', { name: 'Enviar a 2 pessoas' })).toBeEnabled()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'Assunto')).toHaveValue('Aviso a {primeiroNome}')
  await expect(page.getByText('3 sócios')).toBeVisible()
  await page.getByRole('button', { name: 'Enviar a 2 pessoas' }).click()
  const question = page.getByRole('dialog', { name: 'Enviar a 2 pessoas?' })
  await expect(question).toContainText('Seguem 2 emails. Não recebe 1 pessoa.')
  await question.getByRole('button', { name: 'Enviar a 2' }).click()

  await expect(page).toHaveURL(/\/mensagens\/envios\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Enviado', { exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ has: page.getByText('Enviada', { exact: true }) })).toHaveCount(
    2,
  )
  await page.getByRole('searchbox', { name: 'Pesquisar mensagens' }).fill('rui')
  await expect(page.getByRole('link', { name: 'Ana <b>Moita</b>' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Rui Moita' })).toBeVisible()
  const [toAna, ...others] = mail().to('ana.moita@exemplo.pt')
  expect(others).toEqual([])
  expect(decoded(toAna!)).toContain('Caro membro Ana &lt;b&gt;Moita&lt;/b&gt;, <strong>até sábado</strong>')
  expect(mail().to('rui.moita@exemplo.pt')).toHaveLength(1)
  await page.getByRole('row').filter({ hasText: 'Rui Moita' }).click()
  const sent = page.frameLocator('iframe[title="Conteúdo da mensagem"]')
  await expect(sent.getByText('Caro membro Rui Moita')).toBeVisible()
  expect(await sent.locator('body').innerText()).toBe(shown)

  await page.getByRole('link', { name: 'Ficha do sócio' }).click()
  await expect(page).toHaveURL(`/socios/${rui._id}`)
  await page.getByRole('link', { name: 'Mensagens' }).last().click()
  await expect(page.getByRole('link', { name: 'Aviso a Rui' })).toBeVisible()
})
