import type { RetentionSettingName } from '../retention.ts'
import { retentionNames, retentionRuleOf, retentionSetting, retentionUnit } from '../retention.ts'
import type { Setting } from './setting.ts'

const entries = retentionNames.flatMap((name) => {
  const setting = retentionSetting(name)
  if (setting === undefined) return []
  const { label, help, default: period, min, max } = retentionRuleOf(name)
  return [
    [
      setting,
      {
        label,
        ...(help !== undefined && { help }),
        group: 'Conservação',
        default: String(period),
        admin: true,
        inputType: 'number',
        unit: retentionUnit(name),
        rules: ['required', `wholeNumber:${min}-${max}`],
      } satisfies Setting,
    ] as const,
  ]
})

/** The periods of `retention.ts`. */
export const retentionSettings = Object.fromEntries(entries) as unknown as Readonly<
  Record<RetentionSettingName, Setting & { admin: true }>
>
