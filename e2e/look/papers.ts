import { createCanvas } from '@napi-rs/canvas'
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CardLayout, cardLayouts } from '@agremia/resources/card-layouts.ts'
import { answerOf } from '../fixtures.ts'
import type { Picture } from './sheets.ts'

const maxPages = 3
/** Width of the picture of a page, in px. */
const width = 800

/** The first pages of every document that the program makes. */
export async function* papers(api: APIRequestContext): AsyncGenerator<Picture> {
  for (const [name, ask] of await findDocuments(api)) {
    const answer = await ask()
    expect(answer.ok(), name).toBe(true)
    for (const [place, image] of (await drawPages(await answer.body())).entries())
      yield { caption: `${name} · página ${place + 1}`, image }
  }
}

interface Debt {
  _id: string
  memberId: string
  openAmount: number
}

/** The documents of the demonstration by title, with the function that requests each. */
async function findDocuments(api: APIRequestContext): Promise<Map<string, () => Promise<APIResponse>>> {
  const get = async <Data>(path: string) => answerOf<Data>(await api.get(`/api/${path}`))
  const post = async <Data>(path: string, data: object) =>
    answerOf<Data>(await api.post(`/api/${path}`, { data }))
  const documentAt = (path: string) => async () => api.get((await get<{ url: string }>(path)).url)
  const [payment] = await get<{ _id: string; date: string }[]>('payments?_limit=1')
  const [debt] = await get<{ memberId: string }[]>('member_balances?_sort=-balance&_limit=1')
  const year = new Date().getFullYear()
  /** A list, as its screen prints it. */
  const list = (resource: string, options: object) => () =>
    api.post(`/api/${resource}/export`, { data: { format: 'pdf', ...options } })
  const closeCash = () => post<{ _id: string }>('cash_sheets', { date: payment?.date, countedCash: 0 })
  const pay = async (debts: readonly Debt[]) => {
    const items = debts.map(({ _id, openAmount }) => ({ unsettledPaymentId: _id, amount: openAmount }))
    const cents = debts.reduce((sum, { openAmount }) => sum + Math.round(openAmount * 100), 0)
    const [first] = debts
    return post<{ _id: string }>('payments', {
      memberId: first?.memberId,
      date: payment?.date,
      amount: cents / 100,
      method: 'transfer',
      items,
    })
  }
  const debts = await get<Debt[]>('unsettled_payments?_status=open&_sort=-dueDate&_limit=100')
  const [first, second, third, fourth] = [...new Map(debts.map((each) => [each.memberId, each])).values()]
  if (!first || !second || !third || !fourth) throw new Error('the demonstration has fewer than four debtors')
  const documents = new Map<string, () => Promise<APIResponse>>([
    ['Recibo', documentAt(`payments/${payment?._id}/receipt`)],
    [
      'Recibo de várias pessoas',
      async () => documentAt(`payments/${(await pay([first, second, third]))._id}/receipt`)(),
    ],
    [
      'Recibo anulado',
      async () => {
        const { _id } = await pay([fourth])
        await post(`payments/${_id}/cancel`, { reason: 'Valor registado na pessoa errada.' })
        return documentAt(`payments/${_id}/receipt`)()
      },
    ],
    [
      'Recibos escolhidos, num PDF',
      async () => {
        const chosen = await get<{ _id: string }[]>('payments?_status=registered&_limit=3')
        const run = { payments: { ids: chosen.map(({ _id }) => _id) } }
        return api.get((await post<{ url: string }>('receipt_runs', run)).url)
      },
    ],
    ['Extrato', documentAt(`members/${debt?.memberId}/statement`)],
    ['Aviso de pagamento', documentAt(`payment_advice?memberId=${debt?.memberId}&type=quota&year=${year}`)],
    ['Folha de caixa', async () => documentAt(`cash_sheets/${(await closeCash())._id}/document`)()],
    [
      'Folha de caixa reaberta',
      async () => {
        const [{ _id } = { _id: '' }] = await get<{ _id: string }[]>('cash_sheets?_sort=-date&_limit=1')
        await post(`cash_sheets/${_id}/reopen`, { reason: 'Faltava contar as moedas.' })
        return documentAt(`cash_sheets/${_id}/document`)()
      },
    ],
    ['Cartas', async () => api.get((await post<{ url: string }>('letter_runs', { all: true })).url)],
    [
      'Lista de sócios',
      list('members', {
        title: 'Sócios',
        filters: 'Estado: ativos',
        _columns: [
          'memberNumber',
          'name',
          'currentStateId',
          'categoryId',
          'balance',
          'mobile',
          'admissionDate',
        ],
      }),
    ],
    [
      'Lista de dívidas',
      list('unsettled_payments', {
        title: 'Dívidas',
        filters: 'Estado: Por pagar, Parcial',
        _status: ['open', 'partial'],
        _columns: [
          'memberNumber',
          'memberId',
          'description',
          'dueDate',
          'status',
          'amount',
          'paidAmount',
          'openAmount',
          'type',
          'year',
        ],
      }),
    ],
  ])
  for (const layout of Object.keys(cardLayouts) as CardLayout[]) {
    const letters = layout === 'letter' ? 'includeLetters=true' : `layout=${layout}`
    documents.set(`Cartões, ${layout}`, documentAt(`membership_cards?type=por-imprimir&${letters}`))
    documents.set(`Calibração, ${layout}`, documentAt(`card_calibration?layout=${layout}`))
  }
  return documents.set('Lote de impressão', async () => {
    const { _id } = await post<{ _id: string }>('print_batches', { cardSet: 'por-imprimir' })
    const path = `print_batches/${_id}/document`
    await expect.poll(async () => (await api.get(`/api/${path}`)).status(), { timeout: 60_000 }).toBe(200)
    return documentAt(path)()
  })
}

export async function drawPages(pdf: Buffer): Promise<Buffer[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const images: Buffer[] = []
  for (let number = 1; number <= Math.min(maxPages, document.numPages); number++) {
    const page = await document.getPage(number)
    const scale = width / page.getViewport({ scale: 1 }).width
    const viewport = page.getViewport({ scale })
    const canvas = createCanvas(viewport.width, viewport.height)
    // pdf.js's types expect a browser's canvas.
    const target = canvas as unknown as HTMLCanvasElement
    await page.render({ canvas: target, viewport, background: '#fff' }).promise
    images.push(await canvas.encode('png'))
  }
  await loading.destroy()
  return images
}
