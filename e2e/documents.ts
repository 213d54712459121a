import type { Page } from './fixtures.ts'

/** The QR code of an invoice, as the tax authority prescribes it. */
export const invoiceCode =
  'A:503504564*B:999999990*C:PT*D:FT*E:N*F:20260315*G:FT A/1*H:ABCD1234-1*I1:PT*I7:100.00*I8:23.00*N:23.00*O:123.00*Q:abcd*R:1234'

/** Drops files from outside of the browser. */
export async function drop(page: Page, files: Record<string, Buffer>): Promise<void> {
  const given = Object.entries(files).map(([name, content]) => ({ name, text: content.toString('base64') }))
  const transfer = await page.evaluateHandle((list) => {
    const dropped = new DataTransfer()
    for (const { name, text } of list) {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
      dropped.items.add(new File([bytes], name, { type: 'application/pdf' }))
    }
    return dropped
  }, given)
  await page.getByText('Arraste para aqui').dispatchEvent('drop', { dataTransfer: transfer })
}
