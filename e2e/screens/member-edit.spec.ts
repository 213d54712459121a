import type { Route } from '@playwright/test'
import sharp from 'sharp'
import { pdfOf } from '../../server/testing/sample-pdf.ts'
import {
  addMember,
  answerOf,
  expect,
  type Member,
  type Page,
  signIn,
  test,
  today,
  useServer,
  visit,
} from '../fixtures.ts'
import { still } from '../rest.ts'
import { choose, field, saveBar, toasts } from '../page-parts.ts'
import { readMember } from '../members.ts'

useServer()
test.use({ as: 'admin' })

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

  test('nothing that can be pressed moves while states and inputs load', async ({ page, api }) => {
    const member = await addMember(api, { name: 'Laurentina Pires' })
    const held: (() => void)[] = []
    const hold = async (route: Route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    }
    const release = () => held.splice(0).forEach((resolve) => resolve())
    await page.route('**/api/members/*/member_states?*', hold)
    await page.goto(`/socios/${member._id}`)
    const change = page.getByRole('button', { name: 'Mudar de estado' })
    await expect(page.getByRole('region', { name: 'Consentimentos' })).toBeVisible()
    const before = await change.boundingBox()
    release()
    await page.waitForResponse('**/api/members/*/member_states?*')
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByRole('complementary', { name: 'Estado e observações' })).toContainText('Ativo')
    expect(await change.boundingBox()).toEqual(before)

    await page.route('**/assets/*.js', hold)
    await change.click()
    const dialog = page.getByRole('dialog')
    const cancel = dialog.getByRole('button', { name: 'Cancelar' })
    await expect(cancel).toBeVisible()
    await still(page)
    const during = await cancel.boundingBox()
    release()
    await expect(field(dialog, 'Novo estado')).toBeVisible()
    await expect(field(dialog, 'Motivo')).toBeVisible()
    expect(await cancel.boundingBox()).toEqual(during)
  })

  test('keeps unsaved changes when the session ends, and restores them after signing in', async ({
    page,
    api,
    context,
    problems,
  }) => {
    problems.expect(/status of 401/)
    const member = await addMember(api, { name: 'Ofélia Marques', city: 'Viseu' })
    await page.goto(`/socios/${member._id}`)
    await field(page, 'Localidade').fill('Lamego')
    await expect(saveBar(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto('/autorizacao/sair')
    await expect(other).toHaveURL('/autorizacao/entrar')
    await expect(page).toHaveURL('/autorizacao/entrar')
    await signIn(page, 'admin')
    await expect(page).toHaveURL(`/socios/${member._id}`)
    await expect(field(page, 'Localidade')).toHaveValue('Lamego')
    await page.keyboard.press('Control+s')
    await expect(toasts(page)).toContainText('Guardado com sucesso.')
    expect((await readMember(api, member)).city).toBe('Lamego')
  })

  for (const { keep, city } of [
    { keep: 'Manter o meu', city: 'Aveiro' },
    { keep: 'Aceitar o outro', city: 'Braga' },
  ]) {
    test(`a conflict of two users is resolved field by field: ${keep}`, async ({
      page,
      api,
      openPage,
      problems,
    }) => {
      problems.expect(/status of 409/)
      const member = await addMember(api, { name: 'Rosalina Cabral', city: 'Porto', profession: 'Padeira' })
      const other = await openPage('editor')
      await page.goto(`/socios/${member._id}`)
      await other.goto(`/socios/${member._id}`)

      // Changes of other fields appear at once.
      await field(page, 'Localidade').fill('Aveiro')
      await field(other, 'Profissão').fill('Pasteleira')
      await other.keyboard.press('Control+s')
      await expect(toasts(other)).toContainText('Guardado com sucesso.')
      await expect(field(page, 'Profissão')).toHaveValue('Pasteleira')
      await expect(field(page, 'Localidade')).toHaveValue('Aveiro')

      await field(other, 'Localidade').fill('Braga')
      await field(other, 'Morada').fill('Rua do Souto, 1')
      await other.keyboard.press('Control+s')
      await expect(saveBar(other)).toHaveCount(0)
      await field(page, 'Nome completo').fill('Rosalina Cabral Teixeira')
      await page.keyboard.press('Control+s')

      const conflict = page.getByRole('dialog', { name: 'Outra pessoa alterou esta ficha' })
      const contested = conflict.getByRole('group', { name: 'Localidade' })
      await expect(contested).toContainText('Aveiro')
      await expect(contested).toContainText('Braga')
      expect((await readMember(api, member)).city).toBe('Braga')
      await conflict.getByRole('button', { name: 'Continuar a editar' }).click()
      await expect(field(page, 'Localidade')).toHaveValue('Aveiro')
      await expect(field(page, 'Nome completo')).toHaveValue('Rosalina Cabral Teixeira')

      await page.keyboard.press('Control+s')
      await contested.getByRole('radio', { name: keep }).check()
      await conflict.getByRole('button', { name: 'Guardar', exact: true }).click()
      await expect(conflict).toHaveCount(0)
      await expect(saveBar(page)).toHaveCount(0)
      await expect(field(page, 'Localidade')).toHaveValue(city)
      await expect(field(other, 'Nome completo')).toHaveValue('Rosalina Cabral Teixeira')
      expect(await readMember(api, member)).toMatchObject({
        name: 'Rosalina Cabral Teixeira',
        profession: 'Pasteleira',
        address: 'Rua do Souto, 1',
        city,
      })
    })
  }

  test('changes state, with a reason or document where required, now or from a future day', async ({
    page,
    api,
    problems,
  }) => {
    await test.step('with a reason', async () => {
      problems.expect(/status of 422/)
      const member = await addMember(api, { name: 'Salvador Pimenta' })
      await page.goto(`/socios/${member._id}`)
      const dialog = page.getByRole('dialog', { name: 'Mudar o estado de Salvador Pimenta' })
      const change = () => page.getByRole('button', { name: 'Mudar de estado' }).first().click()
      await change()
      await expect(dialog).toContainText('Agora: Ativo.')
      await choose(dialog, 'Novo estado', 'Suspenso (disciplinar)')
      await dialog.getByRole('button', { name: 'Mudar de estado' }).click()
      await expect(field(dialog, 'Motivo')).toHaveAccessibleDescription(/exige um motivo/)
      expect((await readMember(api, member)).currentStateLabel).toBe('Ativo')
      await field(dialog, 'Motivo').fill('Deliberação da direção, ata 12.')
      await dialog.getByRole('button', { name: 'Mudar de estado' }).click()
      await expect(dialog).toHaveCount(0)
      const history = page.getByRole('region', { name: 'Estado', exact: true })
      await expect(history.getByRole('listitem')).toHaveCount(2)
      await expect(history.getByRole('listitem').first()).toContainText('Suspenso (disciplinar)')
      await expect(history.getByRole('listitem').first()).toContainText('Deliberação da direção, ata 12.')
      await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(
        'Suspenso (disciplinar)',
      )

      await change()
      await choose(dialog, 'Novo estado', 'Exonerado')
      await field(dialog, 'A partir de').fill('31/12/2099')
      await dialog.getByRole('button', { name: 'Mudar de estado' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(history.getByRole('listitem')).toHaveCount(3)
      await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(
        'Suspenso (disciplinar)',
      )
      expect((await readMember(api, member)).currentStateLabel).toBe('Suspenso (disciplinar)')
    })

    await test.step('corrected in the history', async () => {
      const history = page.getByRole('region', { name: 'Estado', exact: true })
      await history.getByRole('button', { name: 'Exonerado' }).click()
      const form = page.getByRole('dialog', { name: 'Mudança de estado: Exonerado' })
      await form.getByRole('button', { name: 'Retirar este estado' }).click()
      const question = page.getByRole('dialog', { name: /^Retirar/ })
      await field(question, 'Motivo da correção').fill('Nunca foi pedido.')
      await question.getByRole('button', { name: 'Retirar este estado' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(history.getByRole('listitem')).toHaveCount(2)

      await history.getByRole('button', { name: 'Acrescentar um estado passado' }).click()
      const added = page.getByRole('dialog', { name: 'Acrescentar um estado passado' })
      await choose(added, 'Estado', 'Licença')
      await field(added, 'Início').fill('01/02/2021')
      await field(added, 'Motivo da correção').fill('Ata que faltava.')
      await added.getByRole('button', { name: 'Guardar' }).click()
      await expect(added).toHaveCount(0)
      await expect(history.getByRole('listitem')).toHaveCount(3)
      await expect(history.getByRole('listitem').nth(1)).toContainText('01/02/2021')
    })

    await test.step('with a document', async () => {
      problems.expect(/status of 422/)
      const state = { name: 'Transferido com guia', needsDocument: true }
      await answerOf(await api.post('/api/member_state_names', { data: state }))
      const member = await addMember(api, { name: 'Domingas Rolo' })
      await visit(page, `/socios/${member._id}`)
      const card = page.getByRole('region', { name: 'Estado', exact: true })
      await card.getByRole('button', { name: 'Mudar de estado' }).click()
      const dialog = page.getByRole('dialog', { name: /Mudar o estado/ })
      await choose(dialog, 'Novo estado', state.name)
      await dialog.getByRole('button', { name: 'Mudar de estado' }).click()
      await expect(dialog).toContainText('exige um documento')
      const file = { name: 'guia.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Guia') }
      await dialog.locator('input[type=file]').setInputFiles(file)
      await expect(dialog).toContainText('guia.pdf')
      await dialog.getByRole('button', { name: 'Mudar de estado' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(card.getByRole('link', { name: 'Ver o documento' })).toHaveAttribute(
        'href',
        /^\/api\/files\//,
      )
    })
  })

  test('has a history with its own address, and contacts that can be restored', async ({ page, api }) => {
    await test.step('has a history with its own address', async () => {
      const member = await addMember(api, { name: 'Teodora Vilhena', city: 'Beja' })
      await answerOf(
        await api.patch(`/api/members/${member._id}`, { data: { city: 'Moura', mobile: '912 000 111' } }),
      )
      await page.goto(`/socios/${member._id}/historico`)
      const kinds = page.getByRole('group', { name: 'Mostrar' })
      await expect(kinds.getByRole('button', { name: 'Tudo' })).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByRole('list', { name: 'Histórico' })).toContainText('Estado: Ativo')
      await kinds.getByRole('button', { name: 'Alterações' }).click()
      await expect(page).toHaveURL(/historico\?tipo=change$/)
      await expect(page.getByRole('list', { name: 'Histórico' })).not.toContainText('Estado: Ativo')
      const history = page.getByRole('list', { name: 'Histórico' })
      await expect(history.getByRole('listitem')).toHaveCount(2)
      await expect(history.getByRole('listitem').first()).toContainText(
        /Alterou a ficha de sócio.*Helena Matos/,
      )
      await expect(history.getByRole('listitem').first()).toContainText(/Localidade.*Beja.*Moura/)
      await expect(history.getByRole('listitem').last()).toContainText(/Criou a ficha de sócio.*Helena Matos/)
      await expect(page.getByRole('link', { name: 'Histórico' })).toHaveAttribute('aria-current', 'page')
      await answerOf(await api.patch(`/api/members/${member._id}`, { data: { city: 'Serpa' } }))
      await expect(history.getByRole('listitem')).toHaveCount(3)
    })

    await test.step('has further contacts, which can be deleted and restored', async () => {
      const member = await addMember(api, { name: 'Urbano Tinoco' })
      await visit(page, `/socios/${member._id}/contactos`)
      await page.getByRole('button', { name: /^Novo contacto/i }).click()
      const dialog = page.getByRole('dialog')
      await choose(dialog, 'Tipo', 'Telemóvel')
      await field(dialog, 'Contacto').fill('936 111 222')
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await expect(dialog).toHaveCount(0)
      const row = page.getByRole('row').filter({ hasText: '936 111 222' })
      await expect(row).toBeVisible()
      await row.click()
      await field(dialog, 'Contacto').fill('936 111 223')
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await expect(page.getByRole('row').filter({ hasText: '936 111 223' })).toBeVisible()

      await page.getByRole('row').filter({ hasText: '936 111 223' }).click()
      await dialog.getByRole('button', { name: 'Eliminar' }).click()
      await page
        .getByRole('dialog', { name: /^Eliminar/ })
        .getByRole('button', { name: 'Eliminar' })
        .click()
      await expect(page.getByRole('row').filter({ hasText: '936 111 223' })).toHaveCount(0)
      await toasts(page).getByRole('button', { name: 'Anular' }).click()
      await expect(page.getByRole('row').filter({ hasText: '936 111 223' })).toBeVisible()

      // Also after the toast has disappeared.
      const [contact] = await answerOf<Member[]>(await api.get('/api/contacts?_search=936111223'))
      await api.delete(`/api/contacts/${contact?._id}`)
      await expect(page.getByRole('row').filter({ hasText: '936 111 223' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Eliminados' }).click()
      const deleted = page.getByRole('dialog', { name: 'Eliminados nos últimos 30 dias' })
      await expect(deleted.getByRole('listitem')).toHaveCount(1)
      await deleted.getByRole('button', { name: 'Recuperar 936 111 223' }).click()
      await expect(deleted).toContainText('Não há nada para recuperar.')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('row').filter({ hasText: '936 111 223' })).toBeVisible()
    })
  })

  test('gets a cropped photo, and gives consents through the staff', async ({ page, api }) => {
    await test.step('gets a cropped photo, which can be removed', async () => {
      const member = await addMember(api, { name: 'Violante do Céu' })
      const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#b7410e' } })
        .jpeg()
        .toBuffer()
      await page.goto(`/socios/${member._id}`)
      await page.getByRole('button', { name: 'Juntar uma fotografia' }).click()
      const dialog = page.getByRole('dialog', { name: 'Fotografia' })
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
      await expect(toasts(page)).toContainText('Escolha uma imagem JPEG, PNG ou WebP.')
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'cara.jpg', mimeType: 'image/jpeg', buffer: photo })
      await dialog.getByRole('slider', { name: 'Aproximar' }).fill('2')
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await expect(toasts(page)).toContainText('Fotografia guardada.')
      await expect(dialog).toHaveCount(0)
      const face = page
        .getByRole('main')
        .getByRole('heading', { level: 1 })
        .locator('xpath=ancestor::header')
        .locator('img')
      await expect
        .poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(50)
      const bytes = await page.request.get((await face.getAttribute('src')) ?? '')
      const { dominant } = await sharp(await bytes.body()).stats()
      expect(
        Math.abs(dominant.r - 0xb7) + Math.abs(dominant.g - 0x41) + Math.abs(dominant.b - 0x0e),
      ).toBeLessThan(40)

      await visit(page, '/socios?pesquisa=violante')
      await expect(page.getByRole('row').filter({ hasText: 'Violante' }).locator('img')).toBeVisible()
      await visit(page, `/socios/${member._id}`)
      await page.getByRole('button', { name: 'Mudar a fotografia' }).click()
      await dialog.getByRole('button', { name: 'Retirar' }).click()
      await page
        .getByRole('dialog', { name: /^Retirar a fotografia/ })
        .getByRole('button', { name: 'Retirar' })
        .click()
      await expect(page.getByRole('button', { name: 'Juntar uma fotografia' })).toBeVisible()
      expect((await readMember(api, member)).photoUrl ?? null).toBeNull()
    })

    await test.step('gives and withdraws consents through the staff', async () => {
      const member = await addMember(api, { name: 'Leonilde Paiva', email: 'leonilde@exemplo.pt' })
      await visit(page, `/socios/${member._id}`)
      const card = page.getByRole('region', { name: 'Consentimentos' })
      const newsletter = card.getByRole('listitem').filter({ hasText: 'Newsletter por email' })
      await expect(newsletter).toContainText('Ainda não perguntado')
      await newsletter.getByRole('button').click()

      const dialog = page.getByRole('dialog', { name: 'Newsletter por email' })
      await expect(dialog).toContainText('Aceito receber a newsletter por email.')
      await dialog.getByRole('button', { name: 'Registar que aceitou' }).click()
      const record = page.getByRole('dialog', { name: /consentimento/i })
      await choose(record, 'Como', 'Presencialmente')
      await field(record, 'Prova').fill('Ficha de 12 de março')
      await record.getByRole('button', { name: 'Guardar' }).click()
      await expect(dialog).toContainText('Ficha de 12 de março')
      await expect(dialog).toContainText(/Aceite.*texto, versão\s\d+ · presencialmente/)
      await dialog.getByRole('button', { name: 'Registar que retirou' }).click()
      await expect(field(record, 'Estado')).toHaveValue('Retirado')
      await record.getByRole('button', { name: 'Guardar' }).click()
      await expect(dialog.getByRole('listitem')).toHaveCount(2)
      await expect(dialog.getByRole('listitem').first()).toContainText(/Retirado.* · em papel/)
      await dialog.getByRole('button', { name: 'Fechar' }).click()
      await expect(newsletter).toContainText('Retirado')
    })
  })

  test('is deleted only without history; when deceased gets no messages', async ({ page, api, problems }) => {
    await test.step('is deleted only without history, and can be restored', async () => {
      problems.expect(/status of 404/)
      const member = await addMember(api, { name: 'Xavier Engano' })
      const debt = { memberId: member._id, type: 'joia', amount: 10, dueDate: today() }
      await answerOf(await api.post('/api/unsettled_payments', { data: debt }))
      await page.goto(`/socios/${member._id}`)
      await page.getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Eliminar a ficha' }).click()
      const question = page.getByRole('dialog', { name: /^Eliminar «Xavier Engano»/ })
      await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
      await expect(question.getByRole('listitem')).toHaveText(/^1 dívida \(Joia \d{4}; 10,00\s€\)$/)
      await question.getByRole('button', { name: 'Eliminar' }).click()
      await expect(page).toHaveURL('/socios')
      expect((await api.get(`/api/members/${member._id}`)).status()).toBe(404)
      await toasts(page).getByRole('button', { name: 'Anular' }).click()
      await expect(toasts(page)).toContainText('Recuperado com sucesso.')
      await visit(page, `/socios/${member._id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Xavier Engano')
      await api.delete(`/api/members/${member._id}`)
      await page.reload()
      await expect(page.getByRole('main')).toContainText('Este sócio não existe')
      await page.getByRole('button', { name: 'Recuperar', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Xavier Engano')

      await page.getByRole('button', { name: 'Mudar de estado' }).first().click()
      const dialog = page.getByRole('dialog', { name: /^Mudar o estado/ })
      await choose(dialog, 'Novo estado', 'Licença')
      // The entry fee that was deleted and restored is still owed.
      const effects = dialog.getByRole('region', { name: 'O que muda' })
      await expect(effects).toContainText('Não se lhe geram quotas.')
      await expect(effects).toContainText(/Fica a dever 10,00\s€\./)
      await choose(dialog, 'Novo estado', 'Exonerado')
      await expect(effects).toContainText('Deixa de ser sócio.')
      await choose(dialog, 'Novo estado', 'Licença')
      await dialog.getByRole('button', { name: 'Mudar de estado' }).click()
      await expect(dialog).toHaveCount(0)
      await page.getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Eliminar a ficha' }).click()
      const refusal = page.getByRole('dialog', { name: '«Xavier Engano» não pode ser eliminado' })
      await expect(refusal).toContainText('mude‑lhe o estado, por exemplo para «Exonerado»')
      await expect(refusal.getByRole('button', { name: 'Eliminar' })).toHaveCount(0)
      await refusal.getByRole('button', { name: 'Mudar de estado' }).click()
      await expect(dialog).toBeVisible()
      await expect(page).toHaveURL(`/socios/${member._id}`)
    })

    await test.step('when deceased has no button for messages, and payments only in the menu', async () => {
      const member = await addMember(api, { name: 'Olegário Saudade' })
      await visit(page, `/socios/${member._id}`)
      await expect(page.getByRole('button', { name: 'Registar pagamento' })).toBeVisible()
      const [state] = await answerOf<{ _id: string }[]>(
        await api.get('/api/member_state_names?_name=Falecido'),
      )
      const change = { stateNameId: state?._id, date: today() }
      await answerOf(await api.post(`/api/members/${member._id}/change_state`, { data: change }))
      await expect(page.getByRole('button', { name: 'Registar pagamento' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Enviar mensagem' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Registar pagamento' }).click()
      await expect(page.getByRole('dialog', { name: 'Registar pagamento' })).toBeVisible()

      const active = await addMember(api, { name: 'Benvinda Saudade', deathDate: today() })
      await visit(page, `/socios/${active._id}`)
      await expect(page.getByRole('button', { name: 'Mais ações' })).toBeVisible()
      await expect(page.getByText(/^Faleceu a /)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Registar pagamento' })).toHaveCount(0)
    })
  })
})

test('people with the same record open see each other and what the others save, also the member at home', async ({
  page,
  api,
  openPage,
  database,
}) => {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT m.id FROM members m JOIN users u ON u.person_id = m.person_id WHERE u.email = 'socio@exemplo.pt'`,
  )
  const address = `/socios/${rows[0]?.id}`
  const others = (on: Page) => on.getByRole('status').filter({ hasText: 'Também aqui' })
  const [editors, members] = [await openPage('editor'), await openPage('member')]
  await page.goto(address)
  await members.goto('/dashboard')
  for (const one of [page, members])
    await expect(one.getByRole('status').filter({ hasText: 'Em direto' })).toBeVisible()
  await editors.goto(address)
  await expect(others(page)).toContainText('Também aqui: Rui Tavares')
  await expect(others(editors)).toContainText('Também aqui: Helena Matos')

  let reloads = 0
  for (const one of [editors, members]) one.on('load', () => reloads++)
  await field(page, 'Localidade').fill('Vila Nova de Cerveira')
  await page.keyboard.press('Control+s')
  for (const one of [editors, members])
    await expect(field(one, 'Localidade')).toHaveValue('Vila Nova de Cerveira')
  const charge = {
    memberId: rows[0]?.id,
    type: 'other',
    description: 'Camisola nova',
    amount: 15,
    dueDate: today(),
  }
  await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
  await expect(members.getByText('Camisola nova').first()).toBeVisible()
  await expect(others(members)).toHaveCount(0)
  expect(reloads).toBe(0)

  await visit(editors, '/socios')
  await expect(others(page)).toHaveCount(0)
})

test.describe('a member at home', () => {
  test.use({ as: 'member' })

  test('changes the own photo, contacts and consents', async ({ page, database }) => {
    await test.step('changes the own photo and contacts, whose deletion only staff can undo', async () => {
      const photo = await sharp({ create: { width: 700, height: 900, channels: 3, background: '#2f6bb8' } })
        .jpeg()
        .toBuffer()
      await page.goto('/dashboard')
      await page.getByRole('button', { name: /^(Juntar uma|Mudar a) fotografia/ }).click()
      const framing = page.getByRole('dialog', { name: 'Fotografia' })
      await framing
        .locator('input[type=file]')
        .setInputFiles({ name: 'cara.jpg', mimeType: 'image/jpeg', buffer: photo })
      await framing.getByRole('button', { name: 'Guardar' }).click()
      await expect(toasts(page)).toContainText('Fotografia guardada.')
      await expect(page.getByRole('button', { name: 'Mudar a fotografia' })).toBeVisible()

      await page.getByRole('button', { name: 'Novo contacto' }).click()
      const dialog = page.getByRole('dialog', { name: /contacto/i })
      await choose(dialog, 'Tipo', 'Telemóvel')
      await field(dialog, 'Contacto').fill('936 333 444')
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      const row = page
        .getByRole('table', { name: 'Contactos' })
        .getByRole('row')
        .filter({ hasText: '936 333 444' })
      await row.click()
      await dialog.getByRole('button', { name: 'Eliminar' }).click()
      const question = page.getByRole('dialog', { name: /^Eliminar «/ })
      await expect(question).toContainText('Durante 30 dias, a secretaria pode recuperar.')
      await question.getByRole('button', { name: 'Eliminar' }).click()
      await expect(row).toHaveCount(0)
      await expect(toasts(page)).toContainText('eliminado.')
      await expect(toasts(page).getByRole('button', { name: 'Anular' })).toHaveCount(0)
      const { rows } = await database.pool.query(`SELECT FROM contacts WHERE value LIKE '%936333444'`)
      expect(rows).toHaveLength(0)
    })

    await test.step('gives and withdraws the own consents', async () => {
      const part = page.getByRole('region', { name: 'O que autorizo' })
      const tick = part.getByRole('checkbox', { name: 'Aceito receber SMS informativos.' })
      await expect(tick).not.toBeChecked()
      for (const [isGiven, toast, line] of [
        [true, 'Autorização registada.', /Aceite · .* · texto, versão\s\d · área reservada/],
        [false, 'Autorização retirada.', /Retirado · .* · área reservada/],
      ] as const) {
        await tick.click()
        await expect(toasts(page)).toContainText(toast)
        await expect(tick).toBeChecked({ checked: isGiven })
        await page.reload()
        await expect(tick).toBeChecked({ checked: isGiven })
        await expect(part).toContainText(line)
      }
      await expect(part, 'nothing that belonging depends on').not.toContainText('estatutos')
    })
  })
})
