import { maxBackupDays } from './backup-days.ts'
import { counted } from './rules/plural.ts'
import { namesOf } from './names.ts'

type Unit = 'days' | 'months' | 'years'

/** How long something is kept. */
interface RetentionRule {
  /** What it is, as the privacy notice says it; `{time}` is the period. */
  notice: string
  /** Label of the setting. */
  label: string
  help?: string
  unit: Unit
  default: number
  min: number
  max: number
  /** `deleted`: the program deletes it. `confirmed`: an administrator confirms it. `law`, `program`: the law or the program fixes the period. */
  end: 'deleted' | 'confirmed' | 'law' | 'program'
}

/** How long each kind of data is kept. The settings, the daily deletion, the list of what is due and the privacy notice are computed from it. */
export const retentionRules = {
  rejectedApplications: {
    notice: 'candidaturas recusadas ou retiradas, {time}',
    label: 'Candidaturas recusadas ou retiradas',
    help: 'Depois da decisão, por causa do recurso para a assembleia geral.',
    unit: 'months',
    default: 12,
    min: 1,
    max: 36,
    end: 'deleted',
  },
  unconfirmedApplications: {
    notice: 'candidaturas sem email confirmado, {time}',
    label: 'Candidaturas sem email confirmado',
    unit: 'days',
    default: 30,
    min: 30,
    max: 90,
    end: 'deleted',
  },
  formerMembers: {
    notice: 'dados de {memberSingular}, enquanto durar a ligação e {time} depois',
    label: 'Dados de quem saiu',
    help: 'Depois da saída. Um administrador confirma cada eliminação.',
    unit: 'years',
    default: 5,
    min: 1,
    max: 20,
    end: 'confirmed',
  },
  fiscalDocuments: {
    notice: 'documentos de pagamento, {time}',
    label: 'Documentos de pagamento',
    unit: 'years',
    default: 10,
    min: 10,
    max: 10,
    end: 'law',
  },
  formerIbans: {
    notice: 'IBAN de quem saiu, {time} depois do último débito',
    label: 'IBAN de quem saiu',
    help: 'Depois do último débito: até 13 meses depois, o banco pode devolver um débito que não foi autorizado. Um administrador confirma.',
    unit: 'months',
    default: 14,
    min: 14,
    max: 60,
    end: 'confirmed',
  },
  mandates: {
    notice: 'autorizações de débito, {time} depois do último débito',
    label: 'Autorizações de débito de quem saiu',
    help: 'São a prova de que os débitos foram autorizados. Um administrador confirma.',
    unit: 'months',
    default: 36,
    min: 14,
    max: 120,
    end: 'confirmed',
  },
  photos: {
    notice: 'fotografias, {time} depois da saída',
    label: 'Fotografias de quem saiu',
    help: 'Depois da saída. Um administrador confirma.',
    unit: 'months',
    default: 3,
    min: 1,
    max: 60,
    end: 'confirmed',
  },
  messageContents: {
    notice: 'conteúdo das mensagens enviadas, {time}',
    label: 'Conteúdo das mensagens',
    unit: 'months',
    default: 24,
    min: 3,
    max: 120,
    end: 'deleted',
  },
  messageLog: {
    notice: 'registo dos envios, {time}',
    label: 'Registo dos envios',
    unit: 'months',
    default: 12,
    min: 3,
    max: 60,
    end: 'deleted',
  },
  consents: {
    notice: 'provas dos consentimentos, {time} depois de terminarem',
    label: 'Provas dos consentimentos',
    help: 'Depois de o consentimento ser retirado ou substituído.',
    unit: 'years',
    default: 5,
    min: 1,
    max: 20,
    end: 'deleted',
  },
  signIns: {
    notice: 'registo das entradas, {time}',
    label: 'Registo das entradas',
    help: 'Quem entrou na aplicação, ou tentou.',
    unit: 'months',
    default: 12,
    min: 1,
    max: 36,
    end: 'deleted',
  },
  auditTrail: {
    notice: 'histórico das alterações, {time}',
    label: 'Conteúdo do histórico',
    help: 'O que cada alteração mudou. Fica quem a fez e quando.',
    unit: 'months',
    default: 24,
    min: 6,
    max: 120,
    end: 'deleted',
  },
  deletedRecords: {
    notice: 'vestígios de registos eliminados, {time}',
    label: 'Vestígios de registos eliminados',
    help: 'O que o histórico guarda deles. Durante 30 dias podem ser recuperados.',
    unit: 'months',
    default: 12,
    min: 2,
    max: 36,
    end: 'deleted',
  },
  cardChecks: {
    notice: 'data da última verificação dos cartões, {time}',
    label: 'Última verificação dos cartões',
    unit: 'months',
    default: 3,
    min: 1,
    max: 24,
    end: 'deleted',
  },
  backups: {
    notice: 'cópias de segurança, {time}',
    label: 'Cópias de segurança',
    unit: 'days',
    default: maxBackupDays,
    min: maxBackupDays,
    max: maxBackupDays,
    end: 'program',
  },
} as const satisfies Record<string, RetentionRule>

export type RetentionName = keyof typeof retentionRules
type ChosenName = {
  [N in RetentionName]: (typeof retentionRules)[N]['end'] extends 'law' | 'program' ? never : N
}[RetentionName]
export type RetentionSettingName = `retention${Capitalize<ChosenName>}`

const words: Record<Unit, [one: string, many: string]> = {
  days: ['dia', 'dias'],
  months: ['mês', 'meses'],
  years: ['ano', 'anos'],
}

export const retentionNames = namesOf(retentionRules)

/** The label of each rule. */
export const retentionLabels = Object.fromEntries(
  retentionNames.map((name) => [name, retentionRules[name].label]),
) as Record<RetentionName, string>

export function retentionRuleOf(name: RetentionName): RetentionRule {
  return retentionRules[name]
}

/** The word of the rule's unit, in the plural. */
export function retentionUnit(name: RetentionName): string {
  return words[retentionRules[name].unit][1]
}

/** The name of the rule's setting; fixed periods have none. */
export function retentionSetting(name: RetentionName): RetentionSettingName | undefined {
  const { min, max } = retentionRules[name]
  if (min === max) return undefined
  return `retention${name.charAt(0).toUpperCase()}${name.slice(1)}` as RetentionSettingName
}

type Values = Readonly<Partial<Record<RetentionSettingName, string>>>

/** The period in the rule's unit. */
export function retentionOf(name: RetentionName, settings: Values): number {
  const setting = retentionSetting(name)
  return Number((setting && settings[setting]) ?? retentionRules[name].default)
}

/** The period in words: `12 meses`. */
export function retentionTime(name: RetentionName, settings: Values): string {
  return counted(retentionOf(name, settings), ...words[retentionRules[name].unit])
}

/** What the rule covers and how long, as the privacy notice says it, with terminology marks: `registo das entradas, 12 meses`. */
export function retentionPhrase(name: RetentionName, settings: Values): string {
  return retentionRules[name].notice.replace('{time}', retentionTime(name, settings))
}

/** Begins the paragraph of the privacy notice that `retentionText` returns. */
export const retentionHeading = 'Conservação:'

/** The paragraph of the privacy notice, with terminology marks. */
export function retentionText(settings: Values): string {
  const lines = retentionNames.map((name) => retentionPhrase(name, settings))
  return `${retentionHeading} ${lines.join('; ')}.`
}
