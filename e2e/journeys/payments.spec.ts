import { answerOf, expect, test, thisYear, useServerWithMail } from '../fixtures.ts'
import { toasts } from '../page-parts.ts'
import {
  amount,
  balanceOf,
  choosePayer,
  addDebtor,
  paymentsOf,
  registered,
  search,
  settled,
} from '../payments.ts'

useServerWithMail()
test.use({ as: 'admin' })

test('the payer is found by any word, and amount and ticked debts follow each other', async ({
  page,
  api,
}) => {
  await test.step('by any word, with arrow keys; fast typing is not lost', async () => {
    const [first, second] = [
      await addDebtor(api, 'Hermínia Gonçalves Lapa', [thisYear - 1]),
      await addDebtor(api, 'Hermínia Sequeira Lapa', []),
    ]
    await page.goto('/pagamentos/novo')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('lapa herminia')
    const options = page.getByRole('option')
    await expect(options).toHaveCount(2)
    await expect(options.first()).toContainText(first.name)
    await expect(options.first()).toContainText(/24,00\s€/)
    await expect(options.last()).toContainText('em dia')
    await expect(options.first().locator('mark')).toHaveText(['Hermínia', 'Lapa'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: second.name, exact: true })).toBeVisible()
    await expect(page.getByText('Não há nada por regularizar.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('ninguém assim')
    await expect(page.getByText('Sem resultados')).toBeVisible()
    // Punctuation alone matches nobody.
    await page.keyboard.press('Escape')
    await page.keyboard.type('-')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Sem resultados')).toBeVisible()
    await expect(search(page)).toHaveValue('-')
  })

  await test.step('the excess becomes credit', async () => {
    const person = await addDebtor(api, 'Teodoro Vilar', [thisYear - 3, thisYear - 2, thisYear - 1])
    await page.keyboard.press('Escape')
    await choosePayer(page, person)
    const ticks = page.getByRole('checkbox')
    await expect(ticks).toHaveCount(3)
    await expect(amount(page)).toHaveValue('72,00')

    // Past the buttons «Outra pessoa» and «Acrescentar linha».
    for (let back = 0; back < 3; back++) await page.keyboard.press('Shift+Tab')
    await expect(ticks.last()).toBeFocused()
    await page.keyboard.press('Space')
    await expect(amount(page)).toHaveValue('48,00')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    await expect(ticks.first()).not.toBeChecked()
    await expect(amount(page)).toHaveValue('24,00')
    await page.keyboard.press('Space')

    await amount(page).focus()
    await page.keyboard.type('30')
    await expect(ticks.nth(1)).toHaveJSProperty('indeterminate', true)
    await expect(settled(page)).toContainText(/em parte\)\s*6,00\s€/)
    await expect(settled(page)).toContainText(/Fica em dívida\s*42,00\s€/)
    await page.keyboard.press('Alt+4')
    await expect(page.getByRole('radio', { name: 'MB WAY' })).toBeChecked()
    await page.keyboard.press('Control+Enter')
    await expect(registered(page)).toContainText('Teodoro Vilar')
    const newest = registered(page).getByRole('listitem').first()
    await expect(newest, 'the new line flashes').toHaveCSS('animation-name', /registered/)
    expect((await paymentsOf(api, person))[0]).toMatchObject({
      amount: 30,
      method: 'mbway',
      items: [
        { description: `Quota ${thisYear - 3}`, amount: 24 },
        { description: `Quota ${thisYear - 2}`, amount: 6 },
      ],
    })

    // The payment method is remembered, and pasted amounts are parsed in any format.
    await choosePayer(page, person)
    await expect(page.getByRole('radio', { name: 'MB WAY' })).toBeChecked()
    await expect(amount(page)).toHaveValue('42,00')
    await amount(page).evaluate((input: HTMLInputElement) => {
      input.select()
      document.execCommand('insertText', false, '1.234,56 €')
    })
    await expect(settled(page)).toContainText(/Fica como crédito\s*1\s192,56\s€/)
    await page.keyboard.press('Control+Enter')
    await expect(search(page)).toBeFocused()
    expect(await balanceOf(api, person)).toEqual({ balance: 0, credit: 1192.56 })

    // Credit can settle later debts.
    const charge = { memberId: person._id, type: 'other', amount: 100, dueDate: `${thisYear}-01-01` }
    await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
    await choosePayer(page, person)
    await page.getByRole('button', { name: 'Usar o crédito' }).click()
    await expect(toasts(page)).toContainText('Crédito usado')
    await expect(page.getByText('Não há nada por regularizar.')).toBeVisible()
    expect(await balanceOf(api, person)).toEqual({ balance: 0, credit: 1092.56 })
  })
})
