import type { SettingName } from '../definitions/settings.ts'
import { settingNames, settingOf } from '../definitions/settings.ts'

/** The settings of which one needs the other, whichever of them is named. */
export function pairOf(name: string): { needing: SettingName; needed: SettingName } | undefined {
  for (const needing of settingNames) {
    const needed = settingNames.find((one) => one === settingOf(needing).needs)
    if (needed !== undefined && (name === needing || name === needed)) return { needing, needed }
  }
  return undefined
}

/** The error of a setting whose required setting is empty, or that another setting requires; undefined when valid. */
export function needProblem(
  name: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const pair = pairOf(name)
  if (!pair || !values[pair.needing] || values[pair.needed]) return undefined
  const label = (of: SettingName) => `«${settingOf(of).label}»`
  return name === pair.needing
    ? `Preencha também ${label(pair.needed)}.`
    : `Sem este valor ${label(pair.needing)} não serve: preencha-o, ou retire os dois.`
}

/** The order in which settings are written one by one, so that none is refused for the sake of one that follows. */
export function writingOrder(values: Readonly<Record<string, string>>): string[] {
  const place = (name: string) => {
    if (pairOf(name)?.needing !== name) return 0
    return values[name] === '' ? -1 : 1
  }
  return Object.keys(values).toSorted((one, other) => place(one) - place(other))
}
