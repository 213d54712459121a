import { expect, test, useServer, setupPath } from '../fixtures.ts'
import { field, userMenu } from '../page-parts.ts'

test.describe('on an empty database', () => {
  useServer({})

  test('a new organisation uses the chosen vocabulary, and the set-up is closed', async ({
    page,
    openPage,
  }) => {
    await page.goto('/')
    await field(page, 'Nome da organização').fill('Santa Casa de Vilarinho')
    await field(page, 'Nome dado aos membros').selectOption({ label: 'Irmãos – Misericórdia ou irmandade' })
    await field(page, 'O seu nome').fill('Maria  do Céu')
    await field(page, 'O seu email').fill('Ceu@SantaCasa.pt')
    await field(page, 'Palavra-passe').fill('candeia na janela')
    await page.getByRole('button', { name: 'Criar e entrar' }).click()

    await expect(page).toHaveURL('/irmaos')
    await expect(page).toHaveTitle('Irmãos – Santa Casa de Vilarinho')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Irmãos')
    const menu = page.getByRole('navigation', { name: 'Menu principal' })
    await expect(menu.getByRole('link', { name: 'Irmãos' })).toHaveAttribute('href', '/irmaos')
    await expect(page.getByRole('link', { name: 'Novo irmão' }).first()).toBeVisible()
    await expect(page.getByText('Ainda não há irmãos')).toBeVisible()
    const steps = page.getByRole('complementary', { name: 'Primeiros passos' })
    await expect(steps).toContainText('0 de 6')
    await expect(steps.getByRole('listitem')).toHaveText([
      'Importar a lista de irmãos ou inscrever o primeiro irmão',
      'Definir os preços das quotas',
      'Ligar o servidor de email',
      'Juntar o logótipo',
      'Indicar o IBAN para transferências',
      'Dar acesso a quem trabalha consigo',
    ])
    await expect(page.getByText('Sócio', { exact: false })).toHaveCount(0)
    await expect(page.getByText('Aplicação em modo de testes')).toHaveCount(0)

    await page.goto('/socios')
    await expect(page.getByText('Página não encontrada')).toBeVisible()
    await page.goto(setupPath)
    await expect(page.getByText('Página não encontrada')).toBeVisible()
    expect((await page.request.get('/api/setup')).status()).toBe(404)
    const again = await page.request.post('/api/setup', { data: { demo: true } })
    expect(again.status()).toBe(404)

    // The administrator signs in on another device, with the email in another letter case.
    const other = await openPage(undefined)
    await other.goto('/')
    await expect(other).toHaveURL('/autorizacao/entrar')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Santa Casa de Vilarinho')
    await other.getByLabel('Email').fill('CEU@santacasa.pt')
    await other.getByLabel('Palavra-passe', { exact: true }).fill('candeia na janela')
    await other.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(other).toHaveURL('/irmaos')
    await expect(userMenu(other, 'Maria do Céu')).toBeVisible()
  })
})
