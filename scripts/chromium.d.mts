export const CHROMIUM_FLAGS: string[]
interface Wanted {
  whole?: boolean
}
export function findChromium(wanted?: Wanted): string | undefined
export function findOrInstallChromium(wanted?: Wanted): Promise<string>
