import type { InputType } from '../field-types.ts'

/** Declaration of a setting. */
export interface Setting {
  label: string
  group: string
  default: string
  /** Readable by visitors and members too. */
  public?: true
  /** Writable by administrators only. */
  admin?: true
  /** Stored encrypted and never in responses: readers only see whether it is set (`secretPlaceholder`). */
  secret?: true
  help?: string
  inputType?: InputType
  /** Unit of a number: `dias`, `%`. */
  unit?: string
  options?: Record<string, string>
  /** Another setting that this one requires: it cannot be set while that one is empty. */
  needs?: string
  /** Names of rules in `validate.ts`. */
  rules?: readonly string[]
}

/** Properties of a setting that is a checkbox, `true` or `false`. */
export const yesNo = { inputType: 'checkbox', rules: ['yesNo'] } as const
