import {
  type Icon,
  IconArrowBackUp,
  IconArrowsExchange,
  IconArrowsJoin,
  IconDownload,
  IconEye,
  IconKey,
  IconLock,
  IconLockOpen,
  IconLogin,
  IconMail,
  IconMailCheck,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import type { ActionIcon } from '@agremia/resources/action.ts'
import { actionIcons } from './actions/action-icons.ts'

export interface HistoryAction {
  /** Verb that follows the person's name. */
  verb: string
  Icon: Icon
}

interface HistoryEvent {
  action: string
  verb: string | null
  icon?: ActionIcon | null
}

/** Verb and icon of a history event. Actions declare them, and they come with the event; unknown events are changes. */
export function historyActionOf({ action, verb, icon }: HistoryEvent): HistoryAction {
  const known = events[action] ?? updated
  return verb === null ? known : { verb, Icon: icon ? actionIcons[icon] : known.Icon }
}

const updated: HistoryAction = { verb: 'alterou', Icon: IconPencil }

/** Events that are no actions of a resource. */
const events: Record<string, HistoryAction> = {
  created: { verb: 'criou', Icon: IconPlus },
  deleted: { verb: 'eliminou', Icon: IconTrash },
  restored: { verb: 'recuperou', Icon: IconArrowBackUp },
  printed: { verb: 'imprimiu', Icon: IconPrinter },
  expired: { verb: 'deu por expirada', Icon: IconArrowsExchange },
  emailVerified: { verb: 'registou a confirmação do email', Icon: IconMailCheck },
  askEmailChange: { verb: 'pediu para mudar o email', Icon: IconMail },
  signedIn: { verb: 'entrou', Icon: IconLogin },
  signInRefused: { verb: 'não conseguiu entrar na conta de', Icon: IconLock },
  refused: { verb: 'pediu o que não pode fazer', Icon: IconLock },
  sent: { verb: 'enviou', Icon: IconMail },
  endSession: { verb: 'terminou uma sessão de', Icon: IconX },
  endOtherSessions: { verb: 'terminou as outras sessões', Icon: IconX },
  twoStepsOn: { verb: 'ativou a aplicação de autenticação', Icon: IconLock },
  twoStepsOff: { verb: 'desativou a aplicação de autenticação', Icon: IconLockOpen },
  newRecoveryCodes: { verb: 'fez novos códigos de recuperação', Icon: IconLock },
  issue: { verb: 'gerou uma chave', Icon: IconKey },
  addPasskey: { verb: 'criou uma chave de acesso', Icon: IconKey },
  removePasskey: { verb: 'tirou uma chave de acesso', Icon: IconKey },
  read: { verb: 'leu a ficha', Icon: IconEye },
  download: { verb: 'descarregou', Icon: IconDownload },
  exported: { verb: 'exportou', Icon: IconDownload },
  readFiscalIdentity: { verb: 'viu a identidade fiscal', Icon: IconEye },
  erased: { verb: 'apagou de vez', Icon: IconTrash },
  eraseMandates: { verb: 'apagou o IBAN das autorizações de débito', Icon: IconTrash },
  eraseFormerIbans: { verb: 'apagou o IBAN antigo', Icon: IconTrash },
  erasePhotos: { verb: 'apagou a fotografia', Icon: IconTrash },
  merge: { verb: 'juntou outra ficha a esta', Icon: IconArrowsJoin },
  mergedAway: { verb: 'juntou esta ficha a outra', Icon: IconArrowsJoin },
  undoMerge: { verb: 'desfez a fusão', Icon: IconArrowBackUp },
  copyLink: { verb: 'copiou uma ligação de entrada de', Icon: IconKey },
  tell: { verb: 'escreveu sobre a dívida', Icon: IconMail },
  updated,
}
