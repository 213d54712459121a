import { createCanvas } from '@napi-rs/canvas'
import { type APIRequestContext, expect } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CardLayout, cardLayouts } from '@agremia/resources/card-layouts.ts'
import { answerOf } from '../fixtures.ts'
import type { Picture } from './sheets.ts'

const mostPages = 3
/** Of a page's picture, in px. */
const width = 800

/** The first pages of every document that the program makes. */
export async function* papers(api: APIRequestContext): AsyncGenerator<Picture> {
  for (const [name, url] of await findDocuments(api)) {
    const answer = await api.get(await url())
    expect(answer.ok(), name).toBe(true)
    for (const [place, image] of (await drawPages(await answer.body())).entries())
      yield { caption: `${name} · página ${place + 1}`, image }
  }
}

/** Those of the demonstration: what each is, and how its address is asked for. */
async function findDocuments(api: APIRequestContext): Promise<Map<string, () => Promise<string>>> {
  const get = async <Data>(path: string) => answerOf<Data>(await api.get(`/api/${path}`))
  const post = async <Data>(path: string, data: object) =>
    answerOf<Data>(await api.post(`/api/${path}`, { data }))
  const urlAt = (path: string) => async () => (await get<{ url: string }>(path)).url
  const [payment] = await get<{ _id: string; memberId: string; date: string }[]>('payments?_limit=1')
  const [debt] = await get<{ memberId: string }[]>('member_balances?_sort=-balance&_limit=1')
  const year = new Date().getFullYear()
  const documents = new Map<string, () => Promise<string>>([
    ['Recibo', urlAt(`payments/${payment?._id}/receipt`)],
    ['Extrato', urlAt(`members/${debt?.memberId}/statement`)],
    ['Aviso de pagamento', urlAt(`payment_advice?memberId=${debt?.memberId}&type=quota&year=${year}`)],
    [
      'Folha de caixa',
      async () => {
        const { _id } = await post<{ _id: string }>('cash_sheets', { date: payment?.date, countedCash: 0 })
        return urlAt(`cash_sheets/${_id}/document`)()
      },
    ],
    ['Cartas', async () => (await post<{ url: string }>('letter_runs', { all: true })).url],
  ])
  for (const layout of Object.keys(cardLayouts) as CardLayout[]) {
    const letters = layout === 'letter' ? 'includeLetters=true' : `layout=${layout}`
    documents.set(`Cartões, ${layout}`, urlAt(`membership_cards?type=por-imprimir&${letters}`))
    documents.set(`Calibração, ${layout}`, urlAt(`card_calibration?layout=${layout}`))
  }
  return documents.set('Lote de impressão', async () => {
    const { _id } = await post<{ _id: string }>('print_batches', { cardSet: 'por-imprimir' })
    const path = `print_batches/${_id}/document`
    await expect.poll(async () => (await api.get(`/api/${path}`)).status(), { timeout: 60_000 }).toBe(200)
    return urlAt(path)()
  })
}

export async function drawPages(pdf: Buffer): Promise<Buffer[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const images: Buffer[] = []
  for (let number = 1; number <= Math.min(mostPages, document.numPages); number++) {
    const page = await document.getPage(number)
    const scale = width / page.getViewport({ scale: 1 }).width
    const viewport = page.getViewport({ scale })
    const canvas = createCanvas(viewport.width, viewport.height)
    // The types are a browser's.
    const target = canvas as unknown as HTMLCanvasElement
    await page.render({ canvas: target, viewport, background: '#fff' }).promise
    images.push(await canvas.encode('png'))
  }
  await loading.destroy()
  return images
}
