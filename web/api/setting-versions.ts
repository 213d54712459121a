let versions: Record<string, number | undefined> = {}

/** Stores the versions of the settings that are shown. */
export function rememberSettingVersions(settings: readonly { name: string; _version?: number }[]): void {
  versions = Object.fromEntries(settings.map(({ name, _version }) => [name, _version]))
}

export function settingVersion(name: string): number | undefined {
  return versions[name]
}
