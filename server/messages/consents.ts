import type { Hooks } from '../rest/modules.ts'

/** Members answer for themselves, where they are; what staff write down says how and when it was given. */
export const consentHooks: Hooks = {
  async beforeSave({ world, caller, address, values, merged }) {
    values['at'] ??= world.clock().toISOString()
    if (caller.role === 'member') {
      values['method'] = merged['method'] = 'memberArea'
      values['evidence'] = merged['evidence'] = address
    }
  },
}
