import { insertSampleMembers } from '../../server/setup/sample-members.ts'
import type { Locator } from '@playwright/test'
import {
  addMember,
  answerOf,
  expect,
  ownOrganisation,
  type Page,
  test,
  thisYear as year,
  useServer,
  visit,
} from '../fixtures.ts'
import { arrived, field, toasts } from '../page-parts.ts'
import { addPlan, categories, generateQuotas } from '../quotas.ts'

useServer({ env: ownOrganisation }, async (database) => {
  await insertSampleMembers(database.pool, { count: 12, today: '2026-06-30' })
})
test.use({ as: 'admin' })

/** A keyboard that counts its keys: `data` are what the person wants to say, `others` what the program asks of them. */
function counted({ keyboard }: Page) {
  const keys = { data: 0, others: 0 }
  return {
    async data(text: string) {
      keys.data += text.length
      await keyboard.type(text)
    },
    async command(words: string) {
      keys.others += words.length
      await keyboard.type(words)
    },
    async press(...names: string[]) {
      keys.others += names.length
      for (const name of names) await keyboard.press(name)
    },
    all: () => keys.data + keys.others,
    others: () => keys.others,
  }
}

/** The number in the label of an enabled button. */
async function countIn(button: Locator): Promise<number> {
  await expect(button).toBeEnabled()
  const count = Number(/\d+/.exec(await button.innerText())?.[0])
  expect(count).toBeGreaterThan(0)
  return count
}

test('five jobs of an evening need few keys', async ({ page, api }) => {
  await addPlan(api)
  const [paying] = (await categories(api)).filter(({ paysQuota }) => paysQuota)
  const debtors = await Promise.all(
    ['Aldina Sequeira', 'Belmiro Sequeira', 'Custódia Sequeira'].map((name) =>
      addMember(api, {
        name,
        categoryId: paying?._id,
        email: `${name.slice(0, 3).toLowerCase()}@exemplo.pt`,
      }),
    ),
  )
  await generateQuotas(api, year)
  const palette = page.getByRole('dialog', { name: 'Pesquisar' })
  /** Runs an action or opens a screen by its first letters. */
  const find = async (keys: ReturnType<typeof counted>, words: string, option: string | RegExp) => {
    await keys.press('Control+k')
    await expect(palette.getByRole('textbox')).toBeFocused()
    await keys.command(words)
    await expect(palette.getByRole('option', { name: option }).first()).toHaveAttribute(
      'data-combobox-selected',
      'true',
    )
    await keys.press('Enter')
    await expect(palette).toHaveCount(0)
  }
  /** Each job begins on the list of members: the way to its screen counts too. */
  const begin = async () => {
    await visit(page, '/socios')
    await expect(page.locator('[data-index="1"]').getByRole('link')).toBeVisible()
    await arrived(page)
    return counted(page)
  }

  await test.step('a new member with an address', async () => {
    await addMember(api, { name: 'Zélia Seco', postalCode: '3000-456', city: 'Coimbra' })
    await page.goto('/socios')
    const keys = await begin()
    await keys.press('n')
    await expect(field(page, 'Nome completo')).toBeFocused()
    await keys.data('Ana Lemos')
    // Category and day of admission are proposed.
    await keys.press('Tab', 'Tab', 'Tab', 'Tab')
    await keys.data('123456789')
    await keys.press('Tab')
    await keys.data('070358')
    await keys.press('Tab', 'Tab')
    await keys.data('912345678')
    await keys.press('Tab', 'Tab')
    await keys.data('ana@exemplo.pt')
    await keys.press('Tab')
    await keys.data('Rua da Paz 12')
    await keys.press('Tab')
    await keys.data('3000-123')
    // Nobody has the whole code.
    await expect(field(page, 'Localidade')).toHaveValue('Coimbra')
    await keys.press('Control+Enter')
    await expect(toasts(page)).toContainText('Guardado com sucesso.')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Ana Lemos')
    await expect(heading).toBeFocused()
    const [member] = await answerOf<Record<string, unknown>[]>(
      await api.get('/api/members?_search=Ana Lemos'),
    )
    expect(member).toMatchObject({
      nif: '123456789',
      birthDate: '1958-03-07',
      mobile: '+351912345678',
      postalCode: '3000-123',
      city: 'Coimbra',
    })
    expect(keys.all(), 'all keys').toBeLessThanOrEqual(120)
    expect(keys.others(), 'keys that are no data').toBeLessThanOrEqual(15)
  })

  await test.step('three payments', async () => {
    const keys = await begin()
    await find(keys, 'regi', 'Registar pagamento')
    const search = page.getByRole('combobox', { name: 'Sócio' })
    for (const { memberNumber, name } of debtors) {
      await expect(search).toBeFocused()
      await keys.data(String(memberNumber))
      await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible()
      await keys.press('Enter')
      await expect(field(page, 'Valor')).toHaveValue('24,00')
      await keys.press('Control+Enter')
      await expect(search).toBeFocused()
    }
    expect(await answerOf(await api.get('/api/payments'))).toHaveLength(3)
    expect(keys.all()).toBeLessThanOrEqual(23)
  })

  await test.step('who has not paid, and their notice', async () => {
    const keys = await begin()
    await find(keys, 'notif', /^Notificar/)
    const count = await countIn(page.getByRole('button', { name: /^Notificar \d+ / }))
    const paid = debtors.map(({ personId }) => personId)
    const notified = async () => {
      const messages = await answerOf<{ personId: string; cause: string }[]>(
        await api.get('/api/messages?_limit=100'),
      )
      const notices = messages.filter(({ cause }) =>
        ['paymentAdvice', 'reminder1', 'reminder2', 'reminder3'].includes(cause),
      )
      return notices.map(({ personId }) => personId)
    }
    expect(await notified()).toEqual([])
    await keys.press('Control+Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await keys.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(async () => (await notified()).length).toBe(count)
    const people = await notified()
    expect(new Set(people).size, 'one notice for each debtor').toBe(count)
    expect(people.filter((personId) => paid.includes(personId))).toEqual([])
    expect(keys.all()).toBeLessThanOrEqual(12)
  })

  await test.step('cards for all', async () => {
    const keys = await begin()
    await find(keys, 'emit', 'Emitir cartões')
    const count = await countIn(page.getByRole('button', { name: /^Emitir \d+ cart/ }))
    await keys.press('Control+Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await keys.press('Enter')
    await expect(page).toHaveURL(/\/cartoesSocio\/.+/)
    await expect
      .poll(async () => (await answerOf<unknown[]>(await api.get('/api/membership_cards?_limit=100'))).length)
      .toBe(count)
    expect(keys.all()).toBeLessThanOrEqual(10)
  })

  await test.step('an account for a colleague, with the link in hand', async () => {
    const keys = await begin()
    await find(keys, 'novo u', 'Novo utilizador')
    await expect(field(page, 'Nome')).toBeFocused()
    await keys.data('Eva Reis')
    await keys.press('Tab')
    await keys.data('eva@exemplo.pt')
    await keys.press('Tab', 'e', 'Tab', 'Control+Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eva Reis')
    await find(keys, 'copi', 'Copiar ligação')
    const copying = page.getByRole('dialog', { name: 'Ligação de entrada de Eva Reis' })
    await expect(copying.getByText(/\/loginporlink\//)).toBeVisible()
    const [account] = await answerOf<{ role: string }[]>(await api.get('/api/users?_email=eva@exemplo.pt'))
    expect(account?.role).toBe('editor')
    expect(keys.all()).toBeLessThanOrEqual(45)
  })
})
