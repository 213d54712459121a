import type { Terminology } from '@agremia/resources/terminology.ts'
import { overviewPath } from '../dues/dues-paths.ts'
import { membersSettingsPath } from '../members/members-settings-path.ts'

/** Where quotas are generated. */
export function generatePath(terminology: Terminology): string {
  return `${overviewPath(terminology)}/gerar`
}

/** Every generation there was. */
export function runsPath(terminology: Terminology): string {
  return `${overviewPath(terminology)}/geracoes`
}

export function runPath(terminology: Terminology, id: string): string {
  return `${runsPath(terminology)}/${id}`
}

/** Where the plans and their prices are kept. */
export function plansPath(terminology: Terminology): string {
  return `${membersSettingsPath(terminology)}?separador=planos`
}

/** Where it is said how dues are paid: by which reference, and to which account. */
export function paymentSettingsPath(terminology: Terminology): string {
  return `${membersSettingsPath(terminology)}?separador=pagamentos`
}
