let versions: Record<string, number | undefined> = {}

/** Keeps the versions that the settings on screen were read in. */
export function rememberSettingVersions(settings: readonly { name: string; _version?: number }[]): void {
  versions = Object.fromEntries(settings.map(({ name, _version }) => [name, _version]))
}

export function settingVersion(name: string): number | undefined {
  return versions[name]
}
