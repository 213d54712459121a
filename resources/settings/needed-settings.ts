import type { SettingName } from '../definitions/settings.ts'
import { settingNames, settingOf } from '../definitions/settings.ts'

/** Returns the pair of settings of which one requires the other, if `name` is one of them. */
export function pairOf(name: string): { needing: SettingName; needed: SettingName } | undefined {
  for (const needing of settingNames) {
    const needed = settingNames.find((candidate) => candidate === settingOf(needing).needs)
    if (needed !== undefined && (name === needing || name === needed)) return { needing, needed }
  }
  return undefined
}

/** Returns the error of a setting whose required setting is empty, or that another setting requires; undefined when valid. */
export function requiredSettingProblem(
  name: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const pair = pairOf(name)
  if (!pair || !isSet(values[pair.needing]) || values[pair.needed]) return undefined
  const label = (setting: SettingName) => `«${settingOf(setting).label}»`
  return name === pair.needing
    ? `Preencha também ${label(pair.needed)}.`
    : `Sem este valor ${label(pair.needing)} não serve: preencha-o, ou retire os dois.`
}

/** Returns the order for saving settings one by one: a required setting before the one that requires it, and the reverse when emptied. */
export function saveOrder(values: Readonly<Record<string, string>>): string[] {
  const rank = (name: string) => {
    if (pairOf(name)?.needing !== name) return 0
    return isSet(values[name]) ? 1 : -1
  }
  return Object.keys(values).toSorted((one, other) => rank(one) - rank(other))
}

/** A checkbox is set when it is ticked. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false'
}
