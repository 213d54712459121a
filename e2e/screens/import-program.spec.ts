import type { Page } from '@playwright/test'
import { answerOf, expect, ownOrganisation, test, useServer } from '../fixtures.ts'
import { field } from '../page-parts.ts'
import { expectAccessible } from '../violations.ts'

useServer({ env: ownOrganisation })
test.use({ as: 'admin' })

const members = [
  '"Numéro de membre","Nom & prénom","Adresse E-Mail","Adresse postale","Code postal","Ville","Numéro de téléphone","Date d\'inscription","Catégorie"',
  '"902","Gonçalo Seabra","goncalo@example.org","Rua da Alegria, 12","4000-039","Porto","912345678","21/02/1999","Sócios efetivos"',
  '"908","João Núñez","joao@example.es","","4000-039","Porto","","20/01/2020","Sócios efetivos"',
  '"913","António Já Saiu","","","","","","31/01/1990","Anciens membres"',
].join('\n')
const activity = [
  '"Activité","Numéro de membre","Membre","Statut","Payé ?","Date d\'expiration","Tarif","Date d\'inscription"',
  '"Quota anual 2026","902","Gonçalo Seabra","En cours","Oui","31/12/2026","Efetivo","10/01/2026"',
  '"Quota anual 2026","908","Rita de Outro Nome","En cours","Non","31/12/2026","Efetivo","20/01/2026"',
].join('\n')

async function drop(page: Page, name: string, content: string) {
  const dropped = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text!], fileName!, { type: 'text/csv' }))
      return transfer
    },
    [name, content],
  )
  await page
    .getByText('Arraste para aqui a folha de cálculo')
    .dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page).toHaveURL(/\/importacoes\/[0-9a-f-]{36}$/)
}

test('lists of Paheko become members with debts: values are asked once, and a doubt is decided', async ({
  page,
  api,
}) => {
  await test.step('the values of categories that are not here are asked once', async () => {
    await page.goto('/importacoes/nova?tipo=members')
    await drop(page, 'Tous les membres.csv', members)
    await expect(page.getByText('Linhas: 3 recusadas.')).toBeVisible()
    await page.getByRole('button', { name: 'Valores que não estão nas listas' }).click()
    const dialog = page.getByRole('dialog', { name: 'Valores que não estão nas listas' })
    await expectAccessible(page)
    for (const [value, answer] of [
      ['«Sócios efetivos»', 'Efetivo'],
      ['«Anciens membres»', 'Não importar as linhas'],
    ] as const) {
      await dialog.getByRole('combobox', { name: value }).click()
      await page.getByRole('option', { name: answer, exact: true }).click()
    }
    await dialog.getByRole('button', { name: 'Verificar outra vez' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Linhas: 2 novas e 1 por importar.')).toBeVisible()
    await page.getByRole('button', { name: 'Importar 2 linhas' }).click()
    await expect(page.getByText('2 linhas importadas.')).toBeVisible()
  })

  await test.step('what is unpaid is charged with the price that is given, once the doubt is decided', async () => {
    await page.goto('/importacoes/nova?tipo=unsettledPayments')
    await drop(page, 'Quota anual 2026.csv', activity)
    await page.getByRole('button', { name: 'Colunas e opções' }).click()
    const options = page.getByRole('dialog', { name: 'Colunas e opções' })
    await field(options, 'Valor').fill('30')
    await options.getByRole('button', { name: 'Verificar outra vez' }).click()
    await expect(options).toBeHidden()
    await expect(page.getByText('Linhas: 1 duvidosa e 1 por importar.')).toBeVisible()
    const doubt = page.getByRole('region', { name: 'Números que são de outra pessoa' })
    await expect(doubt).toContainText(
      'O n.º 908 é de «João Núñez» (n.º 908), e o nome é «Rita de Outro Nome».',
    )
    await expectAccessible(page)
    await doubt.getByRole('button', { name: /É de «João Núñez»/ }).click()
    await expect(doubt).toBeHidden()
    await page.getByRole('button', { name: 'Importar 1 linha' }).click()
    await expect(page.getByText('1 linha importada.')).toBeVisible()
  })

  await test.step('the member has the debt', async () => {
    const [owing, paid] = await Promise.all(
      ['908', '902'].map(async (number) => {
        const [found] = await answerOf<{ _id: string }[]>(
          await api.get(`/api/members?_memberNumber=${number}`),
        )
        return answerOf<{ amount: number; year: number }[]>(
          await api.get(`/api/members/${found?._id}/unsettled_payments`),
        )
      }),
    )
    expect(owing).toEqual([expect.objectContaining({ amount: 30, year: 2026 })])
    expect(paid).toEqual([])
  })
})
