import {
  type Icon,
  IconArrowBackUp,
  IconArrowsExchange,
  IconClock,
  IconCoins,
  IconCopyPlus,
  IconDownload,
  IconMail,
  IconMailCheck,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react'

export interface HistoryAction {
  /** Verb that follows the person's name. */
  word: string
  Icon: Icon
}

/** Verb and icon of a history entry; unknown actions are changes. */
export function deedOf(resource: string, action: string): HistoryAction {
  return historyActions[`${resource}.${action}`] ?? historyActions[action] ?? updated
}

const updated: HistoryAction = { word: 'alterou', Icon: IconPencil }

/** By action, or by `resource.action` where the verb differs. */
const historyActions: Record<string, HistoryAction> = {
  created: { word: 'criou', Icon: IconPlus },
  updated,
  deleted: { word: 'eliminou', Icon: IconTrash },
  restored: { word: 'recuperou', Icon: IconArrowBackUp },
  changeState: { word: 'mudou o estado', Icon: IconArrowsExchange },
  undo: { word: 'desfez', Icon: IconArrowBackUp },
  stop: { word: 'parou', Icon: IconX },
  resume: { word: 'continuou', Icon: IconRefresh },
  retry: { word: 'tentou outra vez', Icon: IconRefresh },
  submit: { word: 'submeteu', Icon: IconArrowsExchange },
  takeForReview: { word: 'começou a analisar', Icon: IconArrowsExchange },
  requestInformation: { word: 'pediu informação', Icon: IconArrowsExchange },
  cancel: { word: 'anulou', Icon: IconX },
  send: { word: 'enviou', Icon: IconMail },
  schedule: { word: 'agendou', Icon: IconClock },
  unschedule: { word: 'pôs em rascunho', Icon: IconArrowBackUp },
  tell: { word: 'escreveu sobre a dívida', Icon: IconMail },
  sendReceipt: { word: 'enviou o recibo', Icon: IconMail },
  issueCopy: { word: 'emitiu nova via', Icon: IconCopyPlus },
  revoke: { word: 'anulou', Icon: IconX },
  printed: { word: 'imprimiu', Icon: IconPrinter },
  deliver: { word: 'registou a entrega', Icon: IconMailCheck },
  reprint: { word: 'pôs outra vez por imprimir', Icon: IconPrinter },
  accept: { word: 'aceitou', Icon: IconArrowsExchange },
  refuse: { word: 'recusou', Icon: IconArrowsExchange },
  withdraw: { word: 'registou a desistência', Icon: IconArrowsExchange },
  markDuplicate: { word: 'marcou como duplicada', Icon: IconArrowsExchange },
  reopen: { word: 'reabriu', Icon: IconArrowsExchange },
  expired: { word: 'deu por expirada', Icon: IconArrowsExchange },
  emailVerified: { word: 'registou a confirmação do email', Icon: IconMailCheck },
  askEmailChange: { word: 'pediu para mudar o email', Icon: IconMail },
  sendVerification: { word: 'enviou nova ligação', Icon: IconMail },
  exported: { word: 'exportou', Icon: IconDownload },
  erased: { word: 'apagou de vez', Icon: IconTrash },
  resend: { word: 'enviou de novo', Icon: IconMail },
  markPrinted: { word: 'marcou como impressa', Icon: IconPrinter },
  reset: { word: 'repôs o texto original', Icon: IconArrowBackUp },
  useCredit: { word: 'usou o crédito', Icon: IconCoins },
  releaseCredit: { word: 'devolveu o crédito usado', Icon: IconCoins },
  exempt: { word: 'isentou', Icon: IconCoins },
  restore: { word: 'repôs', Icon: IconArrowBackUp },
  setPrices: { word: 'definiu novos preços', Icon: IconCoins },
  removePrices: { word: 'retirou os preços', Icon: IconCoins },
  'messages.cancel': { word: 'cancelou', Icon: IconX },
  'messageBatches.cancel': { word: 'cancelou o envio', Icon: IconX },
  'paymentAgreements.cancel': { word: 'terminou o acordo', Icon: IconX },
  'printBatches.undo': { word: 'disse que não saíram bem', Icon: IconArrowBackUp },
}
