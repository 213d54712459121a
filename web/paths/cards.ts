import { compoundPath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'

/** Every card there is. */
export function cardsPath({ memberURLSingular }: Terminology): string {
  return `/${compoundPath('cartoes', memberURLSingular)}`
}

export function cardPath(terminology: Terminology, id: string): string {
  return `${cardsPath(terminology)}/${id}`
}

/** Where cards are issued for many at once. */
export function issueCardsPath(terminology: Terminology): string {
  return `${cardsPath(terminology)}/emitir`
}

/** What became of an issue for many. */
export function cardRunPath(terminology: Terminology, id: string): string {
  return `${cardsPath(terminology)}/emissoes/${id}`
}

/** What was printed, batch by batch. */
export function printBatchesPath(terminology: Terminology): string {
  return `${cardsPath(terminology)}/lotes`
}

export function printBatchPath(terminology: Terminology, id: string): string {
  return `${printBatchesPath(terminology)}/${id}`
}

/** Where several cards are checked one after the other; the id, when there is one, is that of a list of checks. */
export function verifyManyPath(terminology: Terminology, id?: string): string {
  return `${cardsPath(terminology)}/verificarVarios${id === undefined ? '' : `/${id}`}`
}

/** The letter that takes a card to its member. */
export function cardLetterPath({ memberURLSingular }: Terminology, id: string): string {
  return `/${compoundPath('cartaCartoes', memberURLSingular)}/${id}`
}

/** Where it is decided how cards look and how long they are good. */
export function cardSettingsPath({ memberURLPlural }: Terminology): string {
  return `/${compoundPath('configuracaoCartoes', memberURLPlural)}`
}

/** The editor of one template; `novo` for one to come. */
export function templatePath(terminology: Terminology, id: string): string {
  return `${cardSettingsPath(terminology)}/modelos/${id}`
}

/** What the QR code of a card leads to, for anybody. */
export function publicCheckPath(code: string): string {
  return `/v/${code}`
}

/** The list of what one issue for many made. */
export function cardsOfRunPath(terminology: Terminology, runId: string): string {
  return cardsWherePath(terminology, ['cardRunId', runId])
}

/** The list of what was printed together. */
export function cardsOfBatchPath(terminology: Terminology, batchId: string): string {
  return cardsWherePath(terminology, ['printBatchId', batchId])
}

/** Cards of any state. */
function cardsWherePath(terminology: Terminology, [field, value]: [field: string, value: string]): string {
  return `${cardsPath(terminology)}?${new URLSearchParams({ todos: 'sim', [field]: value }).toString()}`
}

/** Stands in the address where the id of a template would. */
export const newTemplateId = 'novo'

/** Where a template is drawn that begins as another: one that is shipped, by its name, or a stored one, by its id. */
export function newTemplatePath(terminology: Terminology, from: string): string {
  return `${templatePath(terminology, newTemplateId)}?de=${encodeURIComponent(from)}`
}
