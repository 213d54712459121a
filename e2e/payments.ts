import type { APIRequestContext } from '@playwright/test'
import { addMember, answerOf, expect, type Page } from './fixtures.ts'
import { field } from './page-parts.ts'

export const search = (page: Page) => page.getByRole('combobox', { name: 'Sócio' })
export const amount = (page: Page) => field(page, 'Valor')
export const registered = (page: Page) => page.getByRole('region', { name: 'Registados nesta sessão' })
export const settled = (page: Page) => page.getByLabel('O que fica pago')

export interface Payment {
  _id: string
  receiptNumber: string
  amount: number
  method: string
  status: string
  reference: string | null
  memberId: string
  items: { description: string; amount: number; memberId: string }[]
}

export interface Debtor {
  _id: string
  memberNumber: number
  name: string
}

/** Creates a member who owes quotas of the given years, 24 € each. */
export async function addDebtor(
  api: APIRequestContext,
  name: string,
  years: readonly number[],
): Promise<Debtor> {
  const { _id } = await addMember(api, { name })
  for (const year of years) {
    const dueDate = `${year}-03-31`
    const charge = { memberId: _id, type: 'quota', year, amount: 24, dueDate }
    await answerOf(await api.post('/api/unsettled_payments', { data: charge }))
  }
  return answerOf<Debtor>(await api.get(`/api/members/${_id}`))
}

export async function paymentsOf(api: APIRequestContext, { _id }: { _id: string }): Promise<Payment[]> {
  const found = await answerOf<Payment[]>(await api.get(`/api/members/${_id}/payments?_sort=-created_at`))
  return Promise.all(found.map(async (one) => answerOf<Payment>(await api.get(`/api/payments/${one._id}`))))
}

export async function balanceOf(api: APIRequestContext, { _id }: { _id: string }) {
  const member = await answerOf<{ balance: number; credit: number }>(await api.get(`/api/members/${_id}`))
  return { balance: member.balance, credit: member.credit }
}

/** Chooses a member by number, typing without pauses. */
export async function choosePayer(page: Page, { memberNumber, name }: Debtor): Promise<void> {
  await expect(search(page)).toBeFocused()
  await page.keyboard.type(String(memberNumber))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(amount(page)).toBeFocused()
}
