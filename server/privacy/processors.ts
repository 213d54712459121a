import type { Hooks } from '../rest/modules.ts'
import type { processors } from '@agremia/resources/definitions/processors.ts'

export const processorHooks: Hooks<typeof processors> = {
  async validate({ merged }) {
    if (merged.contractOn != null || merged.endedOn != null) return undefined
    return {
      warnings: {
        contractOn: ['Sem contrato: a lei exige um por escrito a quem trata dados por conta da organização.'],
      },
    }
  },
  async beforeSave({ set, merged }) {
    const status = merged.endedOn != null ? 'ended' : merged.contractOn != null ? 'signed' : 'missing'
    if (merged.status !== status) set({ status: status })
  },
}
