import { recordPath } from '@agremia/resources/paths.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'

/** The short-lived address of a receipt's PDF. */
export async function receiptUrl(paymentId: string): Promise<string | undefined> {
  const answer = await api.get<{ data: { url: string } }>(`${recordPath('payments', paymentId)}/receipt`)
  return isTimedOut(answer) ? undefined : answer.data.url
}

/** Opens a receipt in a tab of its own. */
export async function openReceipt(paymentId: string): Promise<void> {
  // Browsers only open tabs at once, so it waits empty for the address.
  const tab = window.open('', '_blank')
  try {
    const url = await receiptUrl(paymentId)
    if (url && tab) tab.location.replace(url)
    else if (url) location.assign(url)
    else throw new Error('no answer')
  } catch (error) {
    tab?.close()
    toast(isApiError(error) ? error.message : 'O recibo não chegou. Tente outra vez.', { tone: 'error' })
  }
}
