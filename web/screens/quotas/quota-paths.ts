import type { Terminology } from '@agremia/resources/terminology.ts'
import { overviewPath } from '../dues/dues-paths.ts'
import { membersSettingsPath } from '../members/members-settings-path.ts'

export function generatePath(terminology: Terminology): string {
  return `${overviewPath(terminology)}/gerar`
}

export function runsPath(terminology: Terminology): string {
  return `${overviewPath(terminology)}/geracoes`
}

export function runPath(terminology: Terminology, id: string): string {
  return `${runsPath(terminology)}/${id}`
}

export function plansPath(terminology: Terminology): string {
  return `${membersSettingsPath(terminology)}?separador=planos`
}

/** The settings of the means of payment. */
export function paymentSettingsPath(terminology: Terminology): string {
  return `${membersSettingsPath(terminology)}?separador=pagamentos`
}
