import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, FrameLocator } from '@playwright/test'
import { nifOf } from '../../server/testing/make.ts'
import {
  addMember,
  answerOf,
  expect,
  type Locator,
  type Member,
  type Page,
  test,
  switchSending,
  useServerWithMail,
  visit,
} from '../fixtures.ts'
import { field, saveBar, toasts } from '../page-parts.ts'
import { bodiesTo, fillIn, linkSentTo, stateOf } from '../applications.ts'

const mail = useServerWithMail({ args: ['--demo'] })
test.use({ as: 'admin' })
test.beforeEach(({ api }) => switchSending(api, true))

test('the form works where the browser blocks storage', async ({ openPage, problems }) => {
  const visitor = await openPage(undefined)
  await visitor.addInitScript(() => {
    const get = () => {
      throw new DOMException('The request was denied.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get })
  })
  await visitor.goto('/inscricao')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Quero ser sócio')
  await fillIn(visitor, { name: 'Berta Sem Armário', email: 'berta@exemplo.pt' })
  await visitor.getByRole('button', { name: 'Enviar candidatura' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Falta confirmar o email')
  expect(problems.unexpected()).toEqual([])
})

test('while sending is off, the staff confirm the email: visitor and staff see that', async ({
  page,
  api,
  openPage,
}) => {
  await switchSending(api, false)
  try {
    const visitor = await openPage(undefined, { viewport: { width: 390, height: 844 } })
    await visitor.goto('/inscricao')
    await fillIn(visitor, { name: 'Basílio Teles', email: 'basilio@exemplo.pt' })
    await visitor.getByRole('button', { name: 'Enviar candidatura' }).click()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Candidatura recebida')
    await expect(visitor.getByText(/já está na secretaria, que confirma consigo/)).toBeVisible()
    await expect(visitor.getByText(/Enviámos uma mensagem/)).toHaveCount(0)
    await page.goto('/candidaturas')
    const row = page.getByRole('row').filter({ hasText: 'Basílio Teles' })
    await expect(row).toContainText('Sítio · por confirmar')
    await row.getByText('Basílio Teles').click()
    await expect(page.getByText('Email por confirmar')).toBeVisible()
  } finally {
    await switchSending(api, true)
  }
})

test('an application is refused with a reason and reopened, or waits for information', async ({
  page,
  api,
  problems,
}) => {
  await test.step('a refusal needs a reason, is sent by email, and can be reopened', async () => {
    problems.expect(/status of 422/)
    const { _id } = await addApplication(api, { name: 'Óscar Leitão', email: 'oscar@exemplo.pt' })
    await page.goto(`/candidaturas/${_id}`)
    await more(page, 'Recusar')
    const dialog = page.getByRole('dialog', { name: /^Recusar/ })
    await dialog.getByRole('button', { name: 'Recusar' }).click()
    await expect(field(dialog, 'Motivo')).toHaveAccessibleDescription(/motivo/i)
    await field(dialog, 'Motivo').fill('Não reside no concelho.')
    await dialog.getByRole('button', { name: 'Recusar' }).click()
    await expect(stateOf(page)).toContainText('Recusada')
    await expect(page.getByRole('region', { name: 'Decisão' })).toContainText('Não reside no concelho.')
    await expect(page.getByRole('button', { name: 'Aceitar' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Editar' })).toHaveCount(0)
    await expect
      .poll(() => bodiesTo(mail(), 'oscar@exemplo.pt'))
      .toContainEqual(expect.stringMatching(/Não reside no concelho/))
    expect(bodiesTo(mail(), 'oscar@exemplo.pt').join('')).not.toMatch(/foi aceite\./)

    await page.getByRole('button', { name: 'Reabrir' }).click()
    const reopening = page.getByRole('dialog', { name: 'Reabrir a candidatura de Óscar Leitão?' })
    await expect(reopening).toContainText('O que foi decidido fica só no histórico.')
    await reopening.getByRole('button', { name: 'Reabrir' }).click()
    await expect(stateOf(page)).toContainText('Em análise')
    await page.getByRole('link', { name: 'Histórico' }).click()
    await expect(page.getByRole('list', { name: 'Histórico' })).toContainText('Helena Matos recusou')
  })

  await test.step('information can be requested from the applicant, and the reply entered', async () => {
    const { _id } = await addApplication(api, { name: 'Plácido Rocha', email: 'placido@exemplo.pt' })
    await visit(page, `/candidaturas/${_id}`)
    await page.getByRole('button', { name: 'Analisar' }).click()
    await expect(stateOf(page)).toContainText('Em análise')
    await page.getByRole('button', { name: 'Pedir informação' }).click()
    const dialog = page.getByRole('dialog', { name: /^Pedir informação/ })
    await field(dialog, 'Mensagem').fill('Falta o comprovativo de morada.')
    await dialog.getByRole('button', { name: 'Pedir informação' }).click()
    await expect(stateOf(page)).toContainText('Pendente de informação')
    await expect
      .poll(() => bodiesTo(mail(), 'placido@exemplo.pt'))
      .toContainEqual(expect.stringMatching(/comprovativo de morada/))

    await expect(page.getByText('Rua Nova, 5')).toHaveCount(0)
    await page.keyboard.press('e')
    await field(page, 'Morada').fill('Rua Nova, 5')
    await expect(saveBar(page)).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(saveBar(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Terminar a edição' }).click()
    await expect(page.getByText('Rua Nova, 5')).toBeVisible()
  })
})

test('an application of a known person creates no second one', async ({ page, api, database, problems }) => {
  await test.step('accepting an application of an existing person creates no second person', async () => {
    problems.expect(/status of 422/)
    const nif = nifOf(24567890)
    const person = { name: 'Quitéria Belo', nif, birthDate: '1970-03-04', email: 'antiga@exemplo.pt' }
    await answerOf(await api.post('/api/people', { data: person }))
    const { _id } = await addApplication(api, { ...person, email: 'quiteria@exemplo.pt' })
    await page.goto(`/candidaturas/${_id}`)
    const known = page.getByRole('article', { name: 'Ficha conhecida: Quitéria Belo' })
    await expect(known).toContainText('mesmo NIF')
    await expect(known.getByRole('row', { name: /^NIF/ })).toContainText('igual')
    await expect(known.getByRole('row', { name: /^Email/ })).not.toContainText('igual')
    // The dialog requires choosing the person.
    await page.getByRole('button', { name: 'Aceitar' }).click()
    const dialog = page.getByRole('dialog', { name: /^Aceitar/ })
    await dialog.getByRole('button', { name: 'Aceitar' }).click()
    await expect(dialog).toContainText('escolha a pessoa, ou confirme que é outra')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await known.getByRole('button', { name: 'É esta pessoa' }).click()
    await page.getByRole('button', { name: 'Aceitar' }).click()
    await expect(dialog.getByRole('radio', { name: /Quitéria Belo/ })).toBeChecked()
    await dialog.getByRole('button', { name: 'Aceitar' }).click()
    await expect(stateOf(page)).toContainText('Aceite')
    const { rows } = await database.pool.query(
      'SELECT p.email, (SELECT count(*)::int FROM members WHERE person_id = p.id) AS members FROM people p WHERE nif = $1',
      [nif],
    )
    // The existing person's email is unchanged.
    expect(rows).toEqual([{ email: 'antiga@exemplo.pt', members: 1 }])
  })

  await test.step('an application with a member’s NIF cannot be accepted; the dialog offers two ways out', async () => {
    const nif = nifOf(24567891)
    const member = await addMember(api, { name: 'Ermelinda Faro', nif })
    const { _id } = await addApplication(api, { name: 'Outra Faro', nif, email: 'outra@exemplo.pt' })
    await visit(page, `/candidaturas/${_id}`)
    await expect(page.getByRole('article', { name: /Ermelinda Faro/ })).toBeVisible()
    await page.getByRole('button', { name: 'Aceitar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Outra Faro não pode ser aceite assim' })
    await expect(dialog).toContainText('O NIF da candidatura é de Ermelinda Faro')
    await expect(dialog.getByRole('button', { name: 'Aceitar' })).toHaveCount(0)
    await expect(dialog.getByRole('link', { name: 'Ver sócio' })).toHaveAttribute(
      'href',
      `/socios/${member._id}`,
    )

    await dialog.getByRole('button', { name: 'Corrigir o NIF' }).click()
    await expect(field(page, 'NIF')).toBeFocused()
    await page.getByRole('button', { name: 'Aceitar' }).click()
    await dialog.getByRole('button', { name: 'Marcar como duplicada' }).click()
    const duplicate = page.getByRole('dialog', { name: /^Marcar como duplicada/ })
    await field(duplicate, 'Motivo').fill('Já é sócia.')
    await duplicate.getByRole('button', { name: 'Marcar como duplicada' }).click()
    await expect(stateOf(page)).toContainText('Duplicada')
  })

  await test.step('an application with the NIF of a former member offers readmission and correcting the NIF, and no other person', async () => {
    const nif = nifOf(24567892)
    const former = await addMember(api, { name: 'Venâncio Regressado', nif })
    const [left] = await answerOf<{ _id: string }[]>(await api.get('/api/member_state_names?_name=Exonerado'))
    const change = { stateNameId: left?._id, date: '2021-02-03', reason: 'Mudou de terra' }
    await answerOf(await api.post(`/api/members/${former._id}/change_state`, { data: change }))
    const { _id } = await addApplication(api, {
      name: 'Venâncio Regressado',
      nif,
      email: 'venancio@exemplo.pt',
    })
    await visit(page, `/candidaturas/${_id}`)
    await page.getByRole('button', { name: 'Aceitar' }).click()
    const dialog = page.getByRole('dialog', { name: /^Aceitar/ })
    await expect(dialog.getByRole('radio', { name: /É outra pessoa/ })).toBeDisabled()
    await expect(dialog).toContainText('O NIF é de Venâncio Regressado.')
    await expect(
      dialog.getByRole('link', { name: `Readmitir com o n.º ${former.memberNumber}` }),
    ).toHaveAttribute('href', `/socios/${former._id}`)
    await dialog.getByRole('button', { name: 'Corrigir o NIF' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(field(page, 'NIF')).toBeFocused()

    await page.getByRole('button', { name: 'Aceitar' }).click()
    await dialog.getByRole('radio', { name: /Venâncio Regressado/ }).check()
    await dialog.getByRole('button', { name: 'Aceitar' }).click()
    await expect(stateOf(page)).toContainText('Aceite')
    const memberships = await answerOf<Member[]>(await api.get(`/api/members?_personId=${former.personId}`))
    expect(memberships).toHaveLength(2)
  })
})

test('two concurrent acceptances create one member, and one says that it came late', async ({
  page,
  api,
  openPage,
  database,
  problems,
}) => {
  problems.expect(/status of 409/)
  const { _id } = await addApplication(api, { name: 'Raimundo Sá', email: 'raimundo@exemplo.pt' })
  const other = await openPage('editor')
  const pages = [page, other]
  for (const one of pages) {
    await one.goto(`/candidaturas/${_id}`)
    await one.getByRole('button', { name: 'Aceitar' }).click()
  }
  await Promise.all(
    pages.map((one) => one.getByRole('dialog').getByRole('button', { name: 'Aceitar' }).click()),
  )
  for (const one of pages) await expect(stateOf(one)).toContainText('Aceite')
  const late = async () =>
    Promise.all(
      pages.map((one) => one.getByRole('dialog').getByText('Esta candidatura já foi aceite.').count()),
    )
  await expect.poll(async () => (await late()).toSorted()).toEqual([0, 1])
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS count FROM members m JOIN people p ON p.id = m.person_id WHERE p.name = 'Raimundo Sá'`,
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('an expired link can be requested again; an unknown link shows the same page', async ({
  openPage,
  database,
}) => {
  const visitor = await openPage(undefined)
  await visitor.goto('/inscricao')
  await fillIn(visitor, { name: 'Silvina Torres', email: 'silvina@exemplo.pt' })
  await visitor.getByRole('button', { name: 'Enviar candidatura' }).click()
  const link = await linkSentTo(mail(), 'silvina@exemplo.pt')
  await database.pool.query(
    `UPDATE member_applications SET verification_expires_at = now() - interval '1 hour' WHERE email = 'silvina@exemplo.pt'`,
  )
  await visit(visitor, '/inscricao/confirmacao/nunca-existiu')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('A ligação já não é válida')
  const unknown = await visitor.getByRole('main').innerText()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('A ligação já não é válida')
  await expect.poll(() => visitor.getByRole('main').innerText()).toBe(unknown)
  await visitor.getByRole('button', { name: 'Enviar de novo' }).click()
  await expect(visitor.getByText(/chega dentro de minutos/)).toBeVisible()
  await expect.poll(() => linkSentTo(mail(), 'silvina@exemplo.pt')).not.toBe(link)
  await visitor.goto(await linkSentTo(mail(), 'silvina@exemplo.pt'))
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Email confirmado')
})

test('the form shows only fields that apply, and keeps a draft without the consents', async ({
  openPage,
  problems,
}) => {
  problems.expect(/status of 422/)
  const visitor = await openPage(undefined)
  await visitor.goto('/inscricao')
  await expect(field(visitor, 'Encarregado de educação')).toHaveCount(0)
  await fillIn(visitor, {
    name: 'Telmo Pequeno',
    email: 'telmo@exemplo.pt',
    birthDate: '2020-02-01',
    category: 'Juvenil',
  })
  await expect(field(visitor, 'Encarregado de educação')).toBeVisible()
  await visitor.getByRole('button', { name: 'Enviar candidatura' }).click()
  await expect(field(visitor, 'Encarregado de educação')).toBeFocused()
  await expect(field(visitor, 'Encarregado de educação')).toHaveAccessibleDescription(/menor/)
  await field(visitor, 'Encarregado de educação').fill('Úrsula Pequeno')

  await visitor.reload()
  await expect(field(visitor, 'Nome completo')).toHaveValue('Telmo Pequeno')
  await expect(field(visitor, 'Encarregado de educação')).toHaveValue('Úrsula Pequeno')
  // Consents are not restored.
  for (const box of await visitor.getByRole('checkbox').all()) await expect(box).not.toBeChecked()

  await visitor.getByRole('radio', { name: 'Coletiva' }).check()
  await expect(field(visitor, 'Data de nascimento')).toHaveCount(0)
  await expect(field(visitor, 'Encarregado de educação')).toHaveCount(0)
  await expect(field(visitor, 'Representante')).toBeVisible()
  await field(visitor, 'Categoria pretendida').click()
  await expect(visitor.getByRole('option', { name: 'Coletivo' })).toBeVisible()
  await expect(visitor.getByRole('option', { name: 'Estudante' })).toHaveCount(0)
})

test('the form follows the settings, and can be closed', async ({ page, openPage, api }) => {
  await page.goto('/configuracaoCandidaturas')
  await expect(page.getByText(/\/inscricao$/)).toBeVisible()
  await page.getByRole('link', { name: 'Campos' }).click()
  await page.getByRole('checkbox', { name: 'Mostrar Profissão' }).uncheck()
  await page.getByRole('checkbox', { name: 'Telemóvel obrigatório' }).check()
  await page.keyboard.press('Control+s')
  await expect(toasts(page)).toContainText('Guardado com sucesso.')
  await page.getByRole('link', { name: 'Textos e consentimentos' }).click()
  await page.getByRole('checkbox', { name: /^Pedir na inscrição: Lista/ }).check()
  await page.keyboard.press('Control+s')
  await expect(saveBar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Editar Apresentação' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar Apresentação' })
  await expect(field(dialog, 'Texto')).toHaveValue(/candidatar/)
  await expect(field(dialog, 'Texto')).not.toHaveValue(/[{}]/)
  await field(dialog, 'Texto').fill('Venha ser {memberSingular} connosco.')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('versão 2, desde')).toBeVisible()
  await page.getByRole('button', { name: 'Ver as 2 versões' }).click()
  await expect(page.getByRole('dialog', { name: /^Versões/ })).toContainText('Preencha este formulário')
  await page.keyboard.press('Escape')

  const visitor = await openPage(undefined)
  await visitor.goto('/inscricao')
  await expect(visitor.getByText('Venha ser sócio connosco.')).toBeVisible()
  await expect(field(visitor, 'Profissão')).toHaveCount(0)
  await expect(field(visitor, 'Telemóvel')).toHaveAttribute('aria-required', 'true')
  await expect(visitor.getByRole('checkbox', { name: /lista que os outros sócios/ })).toBeVisible()

  await page.getByRole('link', { name: 'Página', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Candidaturas online' }).uncheck()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/A página de inscrição está fechada/)).toBeVisible()
  await visitor.reload()
  await expect(
    visitor.getByRole('heading', { name: /inscrições pela Internet estão fechadas/ }),
  ).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Enviar candidatura' })).toHaveCount(0)
  for (const [name, value] of [
    ['applicationsOnline', 'true'],
    ['memberApplicationsRequiredFields', ''],
  ] as const)
    await answerOf(await api.patch(`/api/settings/${name}`, { data: { value } }))
})

test('the form can be embedded only in the sites of the setting', async ({
  openPage,
  api,
  server,
  problems,
}) => {
  problems.expect(/frame-ancestors|Framing|ERR_BLOCKED_BY_RESPONSE/)
  const visitor = await openPage(undefined, { viewport: { width: 1280, height: 1100 } })
  const html = `<!doctype html><title>Clube</title><iframe src="${server.url}/inscricao" title="Inscrição" style="width:100%;height:60rem"></iframe>`
  await using club = await serveSite(html)
  const site = club.url
  const frame: FrameLocator = visitor.frameLocator('iframe')
  await visitor.goto(site)
  await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(0)

  await answerOf(await api.patch('/api/settings/applicationsEmbedOrigins', { data: { value: site } }))
  await visitor.goto(site)
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Quero ser sócio')
  await fillIn(frame, { name: 'Virgínia Longe', email: 'virginia@exemplo.pt' })
  await frame.getByRole('button', { name: 'Enviar candidatura' }).click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Falta confirmar o email')
})

test('applications are accepted by keyboard and in bulk, and saved as drafts', async ({
  page,
  api,
  problems,
}) => {
  await test.step('an application can be found, opened and accepted by keyboard', async () => {
    await addApplication(api, { name: 'Xénia Moura', email: 'xenia@exemplo.pt' })
    await page.goto('/candidaturas')
    await expect(page.getByRole('grid')).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('xenia moura')
    await expect(page.getByRole('row').filter({ hasText: 'Xénia Moura' })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Xénia Moura')
    await tabTo(page, page.getByRole('button', { name: 'Aceitar' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Aceitar Xénia Moura' })
    await tabTo(page, dialog.getByRole('button', { name: 'Aceitar' }))
    await page.keyboard.press('Enter')
    await expect(stateOf(page)).toContainText('Aceite')
  })

  await test.step('many applications are accepted in bulk, except those similar to existing people', async () => {
    problems.expect(/status of 422/)
    const nif = nifOf(25678901)
    await answerOf(await api.post('/api/people', { data: { name: 'Abel Já Conhecido', nif } }))
    for (const given of [{ name: 'Abel Já Conhecido', nif }, { name: 'Abel Novo' }])
      await addApplication(api, given)
    await visit(page, '/candidaturas')
    await page.getByRole('searchbox').fill('abel')
    await expect(page.getByRole('row')).toHaveCount(3)
    for (const name of ['Abel Já Conhecido', 'Abel Novo'])
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click()
    await page
      .getByRole('region', { name: 'Linhas selecionadas' })
      .getByRole('button', { name: 'Aceitar' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Aceitar 2 candidaturas' })
    await expect(field(dialog, 'N.º de sócio')).toHaveCount(0)
    await field(dialog, 'Ata n.º').fill('3/2026')
    await dialog.getByRole('button', { name: 'Aceitar' }).click()
    await expect(dialog).toContainText('1 de 2 feitas')
    await expect(dialog).toContainText(/Abel Já Conhecido: Há fichas parecidas/)
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  })

  await test.step('the staff can save an incomplete application as a draft', async () => {
    problems.expect(/status of 422/)
    await visit(page, '/candidaturas')
    await page.getByRole('link', { name: 'Nova candidatura' }).first().click()
    await page.getByRole('checkbox', { name: /Guardar como rascunho/ }).check()
    await field(page, 'Nome completo').fill('Zacarias Pinto')
    await field(page, 'Data de nascimento').fill('01/02/2020')
    await expect(field(page, 'Encarregado de educação')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(stateOf(page)).toContainText('Rascunho')
    await page.getByRole('button', { name: 'Submeter' }).click()
    const dialog = page.getByRole('dialog', { name: /^Submeter/ })
    await dialog.getByRole('button', { name: 'Submeter' }).click()
    await expect(dialog).toContainText('Encarregado de educação:')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Editar' }).click()
    await field(page, 'Encarregado de educação').fill('Zélia Pinto')
    await page.getByRole('checkbox', { name: /Autorização do encarregado/ }).check()
    await page.keyboard.press('Control+s')
    await expect(saveBar(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Submeter' }).click()
    await dialog.getByRole('button', { name: 'Submeter' }).click()
    await expect(stateOf(page)).toContainText('Submetida')
  })
})

/** Starts another site with one page. */
async function serveSite(html: string) {
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  )
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => site.close(() => resolve())),
  }
}

/** Creates an application made at the counter, with the given fields. */
async function addApplication(api: APIRequestContext, given: object): Promise<{ _id: string }> {
  const categories = await answerOf<{ _id: string }[]>(
    await api.get('/api/member_categories?_search=efetivo'),
  )
  const data = {
    categoryId: categories[0]?._id,
    birthDate: '1980-05-06',
    terms: true,
    privacyNotice: true,
    ...given,
  }
  return answerOf(await api.post('/api/member_applications', { data }))
}

async function more(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 80; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}
