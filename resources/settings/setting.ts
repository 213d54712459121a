import type { InputType } from '../descriptor.ts'

/** What a setting of the organisation is. */
export interface Setting {
  label: string
  group: string
  default: string
  /** Visitors and members read it too. */
  public?: true
  /** Only administrators change it. */
  admin?: true
  /** Kept encrypted and never answered: readers learn only whether there is one (`secretShown`). */
  secret?: true
  help?: string
  inputType?: InputType
  /** What a number counts, said beside it: `dias`, `%`. */
  unit?: string
  options?: Record<string, string>
  /** Another setting, without which this one is of no use: it cannot be filled in while that one is empty. */
  needs?: string
  /** Rules of `validate.ts` that the value must follow. */
  rules?: readonly string[]
}

/** A switch. */
export const yesNo = { inputType: 'checkbox', rules: ['yesNo'] } as const
